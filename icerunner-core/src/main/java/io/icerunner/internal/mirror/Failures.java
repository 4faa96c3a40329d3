package io.icerunner.internal.mirror;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.Set;
import org.apache.arrow.memory.OutOfMemoryException;

/** What failures mean for a mirror. */
final class Failures {
  /** Whoever runs the other side ended or refused the call for now. */
  private static final Set<ErrorCode> PASSING =
      Set.of(
          ErrorCode.UNAVAILABLE,
          ErrorCode.DEADLINE_EXCEEDED,
          ErrorCode.RESOURCE_EXHAUSTED,
          ErrorCode.COMMIT_CONFLICT,
          ErrorCode.COMMIT_UNKNOWN,
          ErrorCode.CANCELLED);

  private Failures() {}

  /** Whether the same may go well later. */
  static boolean isPassing(IceRunnerException failure) {
    return PASSING.contains(failure.code());
  }

  /** As one of ours; what is none is a fault. */
  static IceRunnerException of(RuntimeException failure, TablePair pair) {
    if (failure instanceof IceRunnerException known) {
      return known;
    }
    String message = "Cannot mirror %s into %s: %s".formatted(pair.name(), pair.target(), failure);
    return failure instanceof OutOfMemoryException
        ? new IceRunnerException(ErrorCode.RESOURCE_EXHAUSTED, message, failure)
        : IceRunnerException.internal(message, failure);
  }
}

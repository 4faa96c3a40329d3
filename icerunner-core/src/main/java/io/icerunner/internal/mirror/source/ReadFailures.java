package io.icerunner.internal.mirror.source;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.List;
import java.util.stream.Collectors;

/** What failures of reading mean together. */
final class ReadFailures {
  private ReadFailures() {}

  /** A server that gave batches and then fails without a better reason may be well soon. */
  static IceRunnerException inMidStream(IceRunnerException failure) {
    return failure.code() == ErrorCode.INTERNAL
        ? new IceRunnerException(ErrorCode.UNAVAILABLE, failure.getMessage(), failure)
        : failure;
  }

  /** Of each location. May pass if one of them may. */
  static IceRunnerException ofAll(String doing, List<IceRunnerException> failures) {
    IceRunnerException last = failures.get(failures.size() - 1);
    if (failures.size() == 1) {
      return last;
    }
    boolean mayPass = failures.stream().anyMatch(f -> f.code() == ErrorCode.UNAVAILABLE);
    String reasons =
        failures.stream().map(IceRunnerException::getMessage).collect(Collectors.joining("; "));
    return new IceRunnerException(
        mayPass ? ErrorCode.UNAVAILABLE : last.code(),
        "Cannot %s from any of its %s locations: %s".formatted(doing, failures.size(), reasons),
        last);
  }
}

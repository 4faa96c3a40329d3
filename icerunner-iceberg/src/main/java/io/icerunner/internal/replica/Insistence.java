package io.icerunner.internal.replica;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Repeats a commit whose outcome is not known, or whose catalog cannot be reached, until it is
 * known or time is up. What is repeated must find out itself whether it has taken place already.
 */
final class Insistence {
  private static final long FIRST_PAUSE_MILLIS = 50;
  private static final long LONGEST_PAUSE_MILLIS = 2_000;

  private final Duration patience;
  private final BooleanSupplier isClosed;
  private boolean inDoubt;

  /**
   * @param isClosed whether nobody waits for it any more
   */
  Insistence(Duration patience, BooleanSupplier isClosed) {
    this.patience = patience;
    this.isClosed = isClosed;
  }

  /** Whether an attempt ended without telling its outcome. */
  boolean isInDoubt() {
    return inDoubt;
  }

  /**
   * @throws IceRunnerException what the last attempt threw; COMMIT_UNKNOWN instead if an earlier
   *     one may have taken place. FENCED as it is
   */
  <T> T run(Supplier<T> attempt) {
    long deadline = System.nanoTime() + patience.toNanos();
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        return attempt.get();
      } catch (IceRunnerException e) {
        inDoubt |= e.code() == ErrorCode.COMMIT_UNKNOWN;
        boolean mayPass = e.code() == ErrorCode.COMMIT_UNKNOWN || e.code() == ErrorCode.UNAVAILABLE;
        if (!mayPass || isOver(deadline) || !paused(pause) || isClosed.getAsBoolean()) {
          throw told(e);
        }
        pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      } catch (RuntimeException e) {
        throw inDoubt ? unknown(e) : e;
      }
    }
  }

  private boolean isOver(long deadline) {
    return isClosed.getAsBoolean() || System.nanoTime() - deadline >= 0;
  }

  private IceRunnerException told(IceRunnerException failure) {
    boolean isTold =
        failure.code() == ErrorCode.COMMIT_UNKNOWN || failure.code() == ErrorCode.FENCED;
    return inDoubt && !isTold ? unknown(failure) : failure;
  }

  private static IceRunnerException unknown(RuntimeException failure) {
    return new IceRunnerException(
        ErrorCode.COMMIT_UNKNOWN,
        "Cannot tell whether a commit took place; its files are kept: " + failure.getMessage(),
        failure);
  }

  private static boolean paused(long longestMillis) {
    try {
      TimeUnit.MILLISECONDS.sleep(ThreadLocalRandom.current().nextLong(longestMillis) + 1);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

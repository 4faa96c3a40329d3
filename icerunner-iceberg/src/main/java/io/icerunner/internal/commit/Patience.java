package io.icerunner.internal.commit;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.iceberg.exceptions.CommitFailedException;

/**
 * Repeats what lost a race until it wins or time is up. The pauses are random, so that writers of
 * several processes do not meet again, and double from 10 ms to half a second.
 */
final class Patience {
  private static final long FIRST_PAUSE_MILLIS = 10;
  private static final long LONGEST_PAUSE_MILLIS = 500;

  private final long deadline;

  private Patience(long deadline) {
    this.deadline = deadline;
  }

  static Patience of(Duration duration) {
    return new Patience(System.nanoTime() + duration.toNanos());
  }

  <T> T run(Supplier<T> attempt) {
    long pause = FIRST_PAUSE_MILLIS;
    while (true) {
      try {
        return attempt.get();
      } catch (CommitFailedException e) {
        if (System.nanoTime() - deadline >= 0) {
          throw e;
        }
        pause(ThreadLocalRandom.current().nextLong(1, pause + 1), e);
        pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
      }
    }
  }

  private static void pause(long millis, CommitFailedException failure) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      IceRunnerException cancelled =
          IceRunnerException.cancelled("Cannot commit: the writer was interrupted");
      cancelled.addSuppressed(failure);
      throw cancelled;
    }
  }
}

package io.icerunner.internal.register.source;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.store.StoreFailure;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Repeats what a store failed to do for now, until it is done or the patience is at its end. Pauses
 * are random up to a bound that doubles, so that many readers do not come back together.
 *
 * <p>Safe for use by many threads; an interrupt ends the wait.
 */
final class Weather {

  /** One try. */
  interface Attempt<T> {
    T run() throws IOException;
  }

  private final WeatherPolicy policy;
  private final CallCounter counter;
  private volatile boolean reached;

  Weather(WeatherPolicy policy, CallCounter counter) {
    this.policy = policy;
    this.counter = counter;
  }

  /**
   * Runs an attempt until it succeeds.
   *
   * @param action what is done to what, such as "read s3://lake/a.parquet"
   * @throws IceRunnerException that of the attempt at once; NOT_FOUND, PERMISSION_DENIED or
   *     INVALID_ARGUMENT at once where a repeat would change nothing; UNAVAILABLE if the patience
   *     ended; CANCELLED if the thread was interrupted
   */
  <T> T run(String action, Attempt<T> attempt) {
    long start = System.nanoTime();
    long ceiling = policy.firstDelay().toMillis();
    for (int attempts = 1; ; attempts++) {
      try {
        T result = attempt.run();
        reached = true;
        return result;
      } catch (IceRunnerException e) {
        throw e;
      } catch (NoClassDefFoundError e) {
        throw new IceRunnerException(
            ErrorCode.UNSUPPORTED,
            "Cannot %s: the class %s is missing; add the store's client to the class path"
                .formatted(action, e.getMessage()),
            e);
      } catch (IOException | RuntimeException e) {
        refuseInterrupted(action);
        StoreFailure failure = StoreFailure.of(e, reached);
        if (!failure.passing()) {
          throw permanent(action, failure, e);
        }
        long pause = ThreadLocalRandom.current().nextLong(1, ceiling + 1);
        Duration waited = Duration.ofNanos(System.nanoTime() - start);
        if (waited.plusMillis(pause).compareTo(policy.patience()) > 0) {
          throw gaveUp(action, failure, attempts, waited, e);
        }
        counter.retried();
        policy
            .onRetry()
            .accept("Retrying in %d ms to %s: %s".formatted(pause, action, failure.reason()));
        sleep(action, pause);
        ceiling = Math.min(2 * ceiling, policy.longestDelay().toMillis());
      }
    }
  }

  private static void sleep(String action, long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refuseInterrupted(action);
    }
  }

  private static void refuseInterrupted(String action) {
    if (Thread.currentThread().isInterrupted()) {
      throw IceRunnerException.cancelled("Cannot %s: the thread was interrupted".formatted(action));
    }
  }

  /** A store's plain answer needs no stack trace of its client; anything unknown does. */
  private static IceRunnerException permanent(
      String action, StoreFailure failure, Exception cause) {
    boolean understood = failure.code() != ErrorCode.UNAVAILABLE;
    return new IceRunnerException(
        failure.code(),
        "Cannot %s: %s".formatted(action, failure.reason()),
        understood ? null : cause);
  }

  private static IceRunnerException gaveUp(
      String action, StoreFailure failure, int attempts, Duration waited, Exception cause) {
    return new IceRunnerException(
        ErrorCode.UNAVAILABLE,
        "Cannot %s: %d attempts failed within %d.%d s, the last one because %s"
            .formatted(
                action,
                attempts,
                waited.toSeconds(),
                waited.toMillisPart() / 100,
                failure.reason()),
        cause);
  }
}

package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Decides how often something that fails in passing is tried. For use by one thread. */
final class Patience {
  private final Duration patience;
  private final Backoff backoff;
  private final Cancellation cancellation;
  private final CycleListener listener;
  private long quietSince = System.nanoTime();

  /**
   * @param patience how long it is tried without getting further
   */
  Patience(
      Duration patience, Duration longestPause, Cancellation cancellation, CycleListener listener) {
    this.patience = patience;
    this.backoff = new Backoff(longestPause, ThreadLocalRandom.current());
    this.cancellation = cancellation;
    this.listener = listener;
  }

  /** It got further. */
  void reset() {
    quietSince = System.nanoTime();
    backoff.reset();
  }

  /**
   * Whether to try again; then it has waited.
   *
   * @param source a table's name, or the server's address
   */
  boolean permits(String source, IceRunnerException failure) {
    if (!Failures.isPassing(failure) || cancellation.isCancelled()) {
      return false;
    }
    Duration pause = backoff.next();
    Duration quiet = Duration.ofNanos(System.nanoTime() - quietSince);
    if (quiet.plus(pause).compareTo(patience) > 0) {
      return false;
    }
    listener.retrying(source, failure.getMessage(), pause);
    cancellation.pause(pause);
    return !cancellation.isCancelled();
  }
}

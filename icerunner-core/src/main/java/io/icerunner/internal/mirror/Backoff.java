package io.icerunner.internal.mirror;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * How long to wait before what failed is tried again: twice as long each time up to a cap, and by
 * chance up to half of that less, so that many that failed together do not come back together. For
 * use by one thread.
 */
final class Backoff {
  private static final Duration FIRST = Duration.ofMillis(250);
  private static final int MAX_DOUBLINGS = 30;

  private final Duration longest;
  private final RandomGenerator random;
  private int failures;

  Backoff(Duration longest, RandomGenerator random) {
    this.longest = longest;
    this.random = random;
  }

  /** The pause after another failure. */
  Duration next() {
    Duration pause = FIRST.multipliedBy(1L << Math.min(failures++, MAX_DOUBLINGS));
    long nanos = Math.max(2, (pause.compareTo(longest) < 0 ? pause : longest).toNanos());
    return Duration.ofNanos(nanos / 2 + random.nextLong(nanos / 2));
  }

  /** All is well again. */
  void reset() {
    failures = 0;
  }
}

package io.icerunner.internal.mirror;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Keeps what is read below a number of rows and of bytes per second, by waiting after each batch as
 * long as it should have taken. Safe for use by many threads, which share both limits.
 */
public final class Throttle {
  private static final double NANOS_PER_SECOND = 1e9;

  private final long maxRowsPerSecond;
  private final long maxBytesPerSecond;
  private final LongSupplier nanoTime;
  private long nextFree;

  /**
   * @param maxRowsPerSecond 0 for no limit
   * @param maxBytesPerSecond 0 for no limit
   * @param nanoTime as {@link System#nanoTime()}
   */
  Throttle(long maxRowsPerSecond, long maxBytesPerSecond, LongSupplier nanoTime) {
    this.maxRowsPerSecond = maxRowsPerSecond;
    this.maxBytesPerSecond = maxBytesPerSecond;
    this.nanoTime = nanoTime;
    this.nextFree = nanoTime.getAsLong();
  }

  /** How long to wait now that so much was read. */
  synchronized Duration after(long rows, long bytes) {
    double seconds = Math.max(share(rows, maxRowsPerSecond), share(bytes, maxBytesPerSecond));
    if (seconds == 0) {
      return Duration.ZERO;
    }
    long now = nanoTime.getAsLong();
    // What was not used while nothing was read is not saved up.
    nextFree = Math.max(now, nextFree) + (long) (seconds * NANOS_PER_SECOND);
    return Duration.ofNanos(nextFree - now);
  }

  private static double share(long amount, long perSecond) {
    return perSecond == 0 ? 0 : (double) amount / perSecond;
  }
}

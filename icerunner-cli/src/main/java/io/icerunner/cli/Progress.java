package io.icerunner.cli;

import java.io.PrintWriter;
import java.util.Locale;

/** Rows and rows a second of long work, on standard error, at most twice a second. */
final class Progress {
  private static final long INTERVAL_NANOS = 500_000_000L;

  private final PrintWriter err;
  private final String what;
  private final long start = System.nanoTime();
  private long lastShown = start;
  private long rows;
  private boolean shown;

  Progress(PrintWriter err, String what) {
    this.err = err;
    this.what = what;
  }

  void add(long count) {
    rows += count;
    long now = System.nanoTime();
    if (now - lastShown >= INTERVAL_NANOS) {
      lastShown = now;
      shown = true;
      err.print("\r" + line(now));
      err.flush();
    }
  }

  /** Ends the line, if one was begun. */
  void done() {
    if (shown) {
      err.println("\r" + line(System.nanoTime()));
    }
  }

  private String line(long now) {
    double seconds = Math.max(1e-3, (now - start) / 1e9);
    return String.format(Locale.ROOT, "%s: %,d rows, %,.0f rows/s", what, rows, rows / seconds);
  }
}

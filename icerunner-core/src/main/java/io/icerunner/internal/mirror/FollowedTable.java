package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** A table of a mirror that goes on: when it is to be looked at next. For use by one thread. */
final class FollowedTable {
  private final MirroredTable table;
  private final Backoff backoff;
  private long due = System.nanoTime();
  private long begun;
  private boolean running;
  private long completeSince;
  private @Nullable TableReport stopped;
  private boolean failing;
  private @Nullable String failure;

  /**
   * @param start when the mirror was started, as {@link System#nanoTime()}
   */
  FollowedTable(MirroredTable table, Duration longestPause, long start) {
    this.table = table;
    this.backoff = new Backoff(longestPause, ThreadLocalRandom.current());
    this.completeSince = start;
  }

  MirroredTable table() {
    return table;
  }

  /** A cycle of it begins. */
  void begin() {
    running = true;
    begun = System.nanoTime();
  }

  boolean isRunning() {
    return running;
  }

  /** Whether there will be another cycle, and none runs. */
  boolean isWaiting() {
    return !running && stopped == null;
  }

  /** When it is to be looked at, as {@link System#nanoTime()}. */
  long due() {
    return due;
  }

  /** The start of the last cycle after which it was complete. */
  long completeSince() {
    return completeSince;
  }

  /** How it stopped; null if it did not. */
  @Nullable TableReport stopped() {
    return stopped;
  }

  /** Whether its last cycle failed in passing. */
  boolean isFailing() {
    return failing;
  }

  /** Why it is not complete; null if it is. */
  @Nullable String failure() {
    return failure;
  }

  /**
   * The cycle that was begun is over.
   *
   * @return the pause before the next attempt if it failed in passing; null if it did not
   */
  @Nullable Duration done(TableReport report, Duration interval) {
    running = false;
    IceRunnerException thrown = report.failure();
    failure = thrown == null ? null : thrown.getMessage();
    failing = report.outcome() == CycleOutcome.FAILED;
    if (report.commits() > 0 || report.isComplete()) {
      backoff.reset();
    }
    if (report.isComplete()) {
      completeSince = begun;
      due = begun + interval.toNanos();
      return null;
    }
    if (report.outcome() == CycleOutcome.STOPPED) {
      stopped = withoutCounts(report);
      return null;
    }
    Duration pause = backoff.next();
    due = System.nanoTime() + pause.toNanos();
    return pause;
  }

  /** As it is reported in later cycles, which do nothing for it. */
  private static TableReport withoutCounts(TableReport report) {
    return new TableReport(
        report.pair(),
        CycleOutcome.STOPPED,
        0,
        0,
        0,
        0,
        report.tableRows(),
        report.position(),
        report.failure(),
        Duration.ZERO);
  }
}

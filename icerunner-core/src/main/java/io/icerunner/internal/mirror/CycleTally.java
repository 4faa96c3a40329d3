package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.replica.RecordUpdate;
import io.icerunner.internal.replica.ReplicaRecord;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Counts what the cycle of a table does, over all its attempts, and tells it. One thread. */
final class CycleTally {
  private static final long NANOS_BETWEEN_TELLING = 500_000_000;

  private final TablePair pair;
  private final CycleListener listener;
  private final LongSupplier nanoTime;
  private final long start;
  private long lastTold;
  private long readRows;
  private long readBytes;
  private long announcedBefore;
  private long announced = -1;
  private Count pending = Count.ZERO;
  private Count committed = Count.ZERO;
  private int commits;
  private boolean replaced;
  private @Nullable RecordUpdate attempted;
  private boolean attemptReplaces;
  private @Nullable ReplicaRecord record;

  private record Count(long rows, long bytes, long batches) {
    static final Count ZERO = new Count(0, 0, 0);

    Count plus(Count other) {
      return new Count(rows + other.rows, bytes + other.bytes, batches + other.batches);
    }
  }

  CycleTally(TablePair pair, CycleListener listener, LongSupplier nanoTime) {
    this.pair = pair;
    this.listener = listener;
    this.nanoTime = nanoTime;
    this.start = nanoTime.getAsLong();
    this.lastTold = start;
  }

  int commits() {
    return commits;
  }

  /**
   * The target was looked at. If the outcome of the last commit was unknown, its record tells.
   *
   * @param found null if there is none
   * @return whether a commit of unknown outcome took place
   */
  boolean looked(@Nullable ReplicaRecord found) {
    RecordUpdate unknown = attempted;
    boolean landed =
        unknown != null
            && found != null
            && found.run().equals(unknown.run())
            && found.position().equals(unknown.position());
    if (landed && found != null) {
      committed(found, attemptReplaces);
    }
    attempted = null;
    pending = Count.ZERO;
    record = found;
    tell(CycleStep.TARGET_KNOWN);
    return landed;
  }

  /** Rows begin to come, so many if it was announced. */
  void begin(long announcedRows) {
    announcedBefore = readRows;
    announced = announcedRows;
  }

  void read(long rows, long bytes) {
    readRows += rows;
    readBytes += bytes;
    pending = pending.plus(new Count(rows, bytes, 1));
    if (nanoTime.getAsLong() - lastTold >= NANOS_BETWEEN_TELLING) {
      tell(CycleStep.READING);
    }
  }

  /** What was read since the last commit will be read anew. */
  void dropped() {
    pending = Count.ZERO;
  }

  void committing(RecordUpdate update, boolean replaces) {
    tell(CycleStep.COMMITTING);
    attempted = update;
    attemptReplaces = replaces;
  }

  void committed(ReplicaRecord now, boolean replaces) {
    attempted = null;
    record = now;
    replaced = replaced || replaces;
    commits++;
    committed = committed.plus(pending);
    pending = Count.ZERO;
    tell(CycleStep.COMMITTED);
  }

  void tell(CycleStep step) {
    lastTold = nanoTime.getAsLong();
    listener.progress(
        new CycleProgress(
            step,
            pair,
            readRows,
            readBytes,
            announced < 0 ? -1 : announcedBefore + announced,
            commits,
            elapsed(),
            position()));
  }

  private Duration elapsed() {
    return Duration.ofNanos(nanoTime.getAsLong() - start);
  }

  private @Nullable String position() {
    return record == null ? null : record.position();
  }

  /** What was done, and that it went well. */
  TableReport done() {
    CycleOutcome outcome = replaced ? CycleOutcome.REPLACED : CycleOutcome.UPDATED;
    return report(commits == 0 ? CycleOutcome.UNCHANGED : outcome, null);
  }

  /** What was done, and how it ended. */
  TableReport report(CycleOutcome outcome, @Nullable IceRunnerException failure) {
    return new TableReport(
        pair,
        outcome,
        committed.rows(),
        committed.bytes(),
        committed.batches(),
        commits,
        record == null ? 0 : record.rows(),
        position(),
        failure,
        elapsed());
  }
}

package io.icerunner.internal.register;

import io.icerunner.internal.register.RunListener.State;
import io.icerunner.internal.register.source.StoreCalls;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Adds up what a run does. */
final class RunTotals {
  private long unitsTotal;
  private long unitsDone;
  private long units;
  private long files;
  private long rows;
  private long bytes;
  private int commits;
  private long skipped;
  private long replaced;
  private long removed;
  private long adopted;
  private long passedOver;

  void work(WorkList work) {
    unitsTotal = work.todo().size();
    skipped = work.skipped();
  }

  void skipped(long units) {
    skipped = units;
  }

  void passedOver(long more) {
    passedOver += more;
  }

  /**
   * @param batch how many units it had
   * @param committed false if nothing was written
   */
  void batch(int batch, BatchCommit.Outcome outcome, boolean committed) {
    unitsDone += batch;
    units += outcome.units().size();
    skipped += batch - outcome.units().size();
    files += outcome.files().size();
    rows += outcome.rows();
    bytes += outcome.bytes();
    replaced += outcome.replaced();
    adopted += outcome.adopted();
    commits += committed && !outcome.units().isEmpty() ? 1 : 0;
  }

  void removed(long units, boolean committed) {
    removed = units;
    commits += committed && units > 0 ? 1 : 0;
  }

  int commits() {
    return commits;
  }

  State state() {
    return new State(unitsTotal, unitsDone, files, rows, bytes, commits);
  }

  RunResult result(
      UnitRecord record,
      long tableRows,
      @Nullable String metadataLocation,
      List<String> explanation,
      StoreCalls calls) {
    return new RunResult(
        units,
        files,
        rows,
        bytes,
        commits,
        skipped,
        replaced,
        removed,
        adopted,
        passedOver,
        record.size(),
        tableRows,
        metadataLocation,
        explanation,
        calls);
  }
}

package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** Brings all targets to what their sources are, once. */
public final class MirrorRun {
  private final MirrorContext context;
  private final TablePairs pairs;

  public MirrorRun(MirrorContext context) {
    this.context = context;
    this.pairs = new TablePairs(context.settings().tables());
  }

  /**
   * Runs.
   *
   * @throws IceRunnerException if the tables are not known; CANCELLED if the thread is interrupted
   */
  public List<TableReport> run() {
    long start = System.nanoTime();
    String run = UUID.randomUUID().toString();
    PaceSettings pace = context.settings().pace();
    try (TableRuns runs = new TableRuns(context)) {
      List<MirroredTable> tables =
          find().stream()
              .map(pair -> new MirroredTable(pair, run, context.settings().follow().resync()))
              .toList();
      List<TableReport> reports = runs.run(tables, pace.patience());
      context.cancellation().check();
      context.listener().cycleDone(reports, Duration.ofNanos(System.nanoTime() - start));
      return reports;
    } catch (SerialListener.ListenerFailure e) {
      throw e.thrown();
    }
  }

  private List<TablePair> find() {
    PaceSettings pace = context.settings().pace();
    Patience patience =
        new Patience(
            pace.patience(), pace.longestPause(), context.cancellation(), context.listener());
    while (true) {
      try {
        List<TablePair> found = pairs.find(context.source());
        if (found.isEmpty()) {
          throw IceRunnerException.invalidArgument(
              "Cannot mirror %s: it lists no table that fits"
                  .formatted(context.source().address()));
        }
        return found;
      } catch (IceRunnerException e) {
        if (!patience.permits(context.source().address(), e)) {
          throw e;
        }
      }
    }
  }
}

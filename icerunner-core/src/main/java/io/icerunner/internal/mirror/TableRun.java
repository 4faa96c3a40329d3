package io.icerunner.internal.mirror;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.time.Duration;

/**
 * One cycle of a table: attempts until one goes well, a failure is for good, or the patience is
 * over. For use by one thread.
 */
final class TableRun {
  private static final int MOST_PLANS = 4;

  private final MirrorContext context;
  private final MirroredTable table;
  private final CycleTally tally;
  private final Patience patience;
  private int commitsSeen;
  private int plans = 1;

  /**
   * @param patience how long what fails in passing is repeated without a commit in between
   */
  TableRun(MirrorContext context, MirroredTable table, Duration patience) {
    this.context = context;
    this.table = table;
    this.tally = new CycleTally(table.pair(), context.listener(), System::nanoTime);
    this.patience =
        new Patience(
            patience,
            context.settings().pace().longestPause(),
            context.cancellation(),
            context.listener());
  }

  /** Runs; what fails is in the report. */
  TableReport run() {
    TableReport report = attempts();
    tally.tell(CycleStep.FINISHED);
    return report;
  }

  private TableReport attempts() {
    while (true) {
      try {
        new TableCycle(context, table, tally).run();
        return tally.done();
      } catch (SerialListener.ListenerFailure e) {
        throw e;
      } catch (RuntimeException e) {
        IceRunnerException failure = Failures.of(e, table.pair());
        noteCommits();
        if (!isOfAnOldPlan(failure) && !patience.permits(table.pair().name(), failure)) {
          return tally.report(
              Failures.isPassing(failure) ? CycleOutcome.FAILED : CycleOutcome.STOPPED, failure);
        }
      }
    }
  }

  private void noteCommits() {
    if (tally.commits() > commitsSeen) {
      commitsSeen = tally.commits();
      plans = 1;
      patience.reset();
    }
  }

  /**
   * Whether it may be that a ticket expired, the source's schema changed or the target was written
   * since the plan was made: that is worth a new plan at once, a few times.
   */
  private boolean isOfAnOldPlan(IceRunnerException failure) {
    boolean isOld =
        plans < MOST_PLANS
            && !context.cancellation().isCancelled()
            && (failure.code() == ErrorCode.NOT_FOUND
                || failure.code() == ErrorCode.FENCED && !table.isFenced());
    if (isOld) {
      plans++;
    }
    return isOld;
  }
}

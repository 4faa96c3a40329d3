package io.icerunner.mirror;

import io.icerunner.internal.mirror.CycleListener;
import io.icerunner.internal.mirror.CycleProgress;
import io.icerunner.internal.mirror.TableReport;
import java.time.Duration;
import java.util.List;

/** Tells a user's listener what happens, in the user's words. */
final class ToldCycles implements CycleListener {
  private final MirrorListener listener;

  ToldCycles(MirrorListener listener) {
    this.listener = listener;
  }

  @Override
  public void progress(CycleProgress progress) {
    listener.progress(
        new MirrorProgress(
            MirrorStep.valueOf(progress.step().name()),
            progress.pair().name(),
            progress.pair().target().toString(),
            progress.rows(),
            progress.bytes(),
            progress.announcedRows(),
            progress.commits(),
            progress.elapsed(),
            progress.position()));
  }

  @Override
  public void cycleDone(List<TableReport> tables, Duration duration) {
    listener.cycleDone(result(tables, duration));
  }

  @Override
  public void retrying(String source, String message, Duration pause) {
    listener.retrying(source, message, pause);
  }

  static MirrorResult result(List<TableReport> tables, Duration duration) {
    return new MirrorResult(tables.stream().map(ToldCycles::result).toList(), duration);
  }

  private static TableMirrorResult result(TableReport report) {
    return new TableMirrorResult(
        report.pair().name(),
        report.pair().target().toString(),
        TableOutcome.valueOf(report.outcome().name()),
        report.rows(),
        report.bytes(),
        report.batches(),
        report.commits(),
        report.tableRows(),
        report.position(),
        report.failure(),
        report.duration());
  }
}

package io.icerunner.cli;

import io.icerunner.mirror.MirrorListener;
import io.icerunner.mirror.MirrorProgress;
import io.icerunner.mirror.MirrorResult;
import java.time.Duration;

/** Tells how far a mirror is while it works, and what each cycle did. */
final class MirrorWatch implements MirrorListener {
  private final MirrorProgressText progress;
  private final MirrorReport report;

  MirrorWatch(MirrorProgressText progress, MirrorReport report) {
    this.progress = progress;
    this.report = report;
  }

  @Override
  public void progress(MirrorProgress step) {
    progress.show(step);
  }

  @Override
  public void retrying(String source, String message, Duration pause) {
    progress.note(
        "%s: %s (trying again in %s)".formatted(source, message, MirrorProgressText.time(pause)));
  }

  @Override
  public void cycleDone(MirrorResult result) {
    progress.end();
    report.show(result);
  }
}

package io.icerunner.cli;

import io.icerunner.mirror.MirrorListener;
import io.icerunner.mirror.MirrorProgress;
import io.icerunner.mirror.MirrorResult;
import java.time.Duration;
import java.util.Locale;

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
    double seconds = pause.toMillis() / 1e3;
    progress.note(
        String.format(Locale.ROOT, "%s: %s (trying again in %.1f s)", source, message, seconds));
  }

  @Override
  public void cycleDone(MirrorResult result) {
    progress.end();
    report.show(result);
  }
}

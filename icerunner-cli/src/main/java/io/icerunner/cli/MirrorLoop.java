package io.icerunner.cli;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.mirror.Mirror;
import io.icerunner.mirror.MirrorHandle;
import io.icerunner.mirror.MirrorResult;
import io.icerunner.mirror.TableMirrorResult;
import java.time.Duration;
import java.util.List;

/** Runs a mirror once, or until it is stopped. */
final class MirrorLoop {
  private final Mirror mirror;
  private final StopSignal stop;
  private final MirrorProgressText progress;

  MirrorLoop(Mirror mirror, StopSignal stop, MirrorProgressText progress) {
    this.mirror = mirror;
    this.stop = stop;
    this.progress = progress;
  }

  /** One run; 1 if a table failed. The signal to stop ends it as an interrupt. */
  int once() {
    stop.onRequest(Thread.currentThread()::interrupt);
    try {
      MirrorResult result = mirror.runOnce();
      return result.isComplete() ? 0 : 1;
    } catch (IceRunnerException e) {
      boolean interrupted = Thread.interrupted();
      if (stop.isRequested() && (interrupted || e.code() == ErrorCode.CANCELLED)) {
        return stopped();
      }
      throw e;
    } finally {
      progress.end();
    }
  }

  /** Cycle after cycle; 1 if the mirror ended by itself, since no table can go on. */
  int repeat(Duration interval) throws InterruptedException {
    try (MirrorHandle handle = mirror.start(interval)) {
      stop.onRequest(handle::close);
      handle.awaitStop();
      if (stop.isRequested()) {
        return stopped();
      }
      List<TableMirrorResult> tables = handle.lastResult().tables();
      boolean told = !tables.isEmpty() && tables.stream().allMatch(t -> t.failure() != null);
      String reason = told ? "no table can go on" : handle.reason();
      progress.note("icerunner: the mirror has stopped: " + reason);
      return 1;
    }
  }

  private int stopped() {
    progress.note(StopSignal.GOES_ON);
    return 0;
  }
}

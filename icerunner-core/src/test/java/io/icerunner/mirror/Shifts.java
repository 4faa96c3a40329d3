package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.Objects;

/**
 * Two mirrors with one target: the one that was fenced is started again after a while. For use by
 * one thread.
 */
final class Shifts implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(100);
  private static final Duration REST = Duration.ofMillis(1_500);

  private final Mirror mirror;
  private final MirrorHandle[] working = new MirrorHandle[2];
  private final long[] fencedSince = new long[2];
  private int fenced;

  Shifts(Mirror mirror) {
    this.mirror = mirror;
    for (int i = 0; i < working.length; i++) {
      working[i] = mirror.start(INTERVAL);
    }
  }

  /** Starts what was fenced. Fails if something has stopped for another reason. */
  void look() {
    for (int i = 0; i < working.length; i++) {
      if (!isFenced(working[i])) {
        fencedSince[i] = 0;
      } else if (fencedSince[i] == 0) {
        fencedSince[i] = System.nanoTime();
      } else if (System.nanoTime() - fencedSince[i] > REST.toNanos()) {
        working[i].close();
        working[i] = mirror.start(INTERVAL);
        fencedSince[i] = 0;
        fenced++;
      }
    }
  }

  private static boolean isFenced(MirrorHandle handle) {
    boolean isFenced = false;
    for (TableMirrorResult table : handle.lastResult().tables()) {
      if (table.outcome() == TableOutcome.STOPPED) {
        IceRunnerException failure = Objects.requireNonNull(table.failure());
        assertThat(failure.code()).as("%s", failure).isEqualTo(ErrorCode.FENCED);
        isFenced = true;
      }
    }
    return isFenced;
  }

  /** How often one was fenced and started again. */
  int fenced() {
    return fenced;
  }

  @Override
  public void close() {
    for (MirrorHandle handle : working) {
      handle.close();
    }
  }
}

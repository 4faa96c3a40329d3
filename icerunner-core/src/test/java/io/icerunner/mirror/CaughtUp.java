package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waiting for a mirror. */
final class CaughtUp {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private CaughtUp() {}

  /** Waits until the targets equal the sources as they are now. */
  static void await(MirrorHandle mirror) {
    long start = System.nanoTime();
    while (mirror.lag().toNanos() >= System.nanoTime() - start) {
      assertThat(mirror.state()).as("%s", mirror.reason()).isNotEqualTo(MirrorState.STOPPED);
      assertThat(Duration.ofNanos(System.nanoTime() - start))
          .as("%s, %s", mirror.reason(), mirror.lastResult())
          .isLessThan(PATIENCE);
      LockSupport.parkNanos(10_000_000);
    }
  }
}

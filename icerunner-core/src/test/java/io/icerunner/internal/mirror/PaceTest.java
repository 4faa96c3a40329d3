package io.icerunner.internal.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PaceTest {
  private final AtomicLong now = new AtomicLong();

  @Test
  void waitsAsLongAsTheRowsShouldHaveTaken() {
    Throttle throttle = new Throttle(1_000, 0, now::get);
    assertThat(throttle.after(500, 1 << 20)).isEqualTo(Duration.ofMillis(500));
    assertThat(throttle.after(500, 1 << 20)).isEqualTo(Duration.ofSeconds(1));
    now.addAndGet(Duration.ofMillis(1_200).toNanos());
    assertThat(throttle.after(100, 1)).isEqualTo(Duration.ofMillis(100));
  }

  @Test
  void keepsToTheStricterOfBothLimits() {
    Throttle throttle = new Throttle(1_000, 1_000, now::get);
    assertThat(throttle.after(100, 2_000)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void savesNothingUpWhileNothingComes() {
    Throttle throttle = new Throttle(1_000, 0, now::get);
    now.addAndGet(Duration.ofHours(1).toNanos());
    assertThat(throttle.after(2_000, 0)).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void doesNotWaitWithoutALimit() {
    assertThat(new Throttle(0, 0, now::get).after(1 << 20, 1 << 30)).isZero();
  }

  @Test
  void pausesGrowToACap() {
    Duration longest = Duration.ofSeconds(2);
    Backoff backoff = new Backoff(longest, new Random(1));
    assertThat(backoff.next()).isBetween(Duration.ofMillis(125), Duration.ofMillis(250));
    assertThat(backoff.next()).isBetween(Duration.ofMillis(250), Duration.ofMillis(500));
    for (int i = 0; i < 100; i++) {
      assertThat(backoff.next()).isLessThanOrEqualTo(longest);
    }
    assertThat(backoff.next()).isGreaterThanOrEqualTo(Duration.ofSeconds(1));
    backoff.reset();
    assertThat(backoff.next()).isLessThanOrEqualTo(Duration.ofMillis(250));
  }
}

package io.icerunner.internal.mirror.digest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HashCountsTest {
  @Test
  void countsLikeAMap() {
    Random random = new Random(1);
    HashCounts counts = new HashCounts();
    Map<Long, Integer> expected = new HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      long value = random.nextInt(7_000);
      if (random.nextInt(3) == 0) {
        boolean was = expected.getOrDefault(value, 0) > 0;
        assertThat(counts.take(Mix.first(value), value)).isEqualTo(was);
        if (was) {
          expected.merge(value, -1, Integer::sum);
        }
      } else {
        counts.add(Mix.first(value), value);
        expected.merge(value, 1, Integer::sum);
      }
    }
    assertThat(counts.distinct()).isEqualTo(expected.size());
    assertThat(expected.keySet()).allMatch(value -> counts.contains(Mix.first(value), value));
    assertThat(counts.contains(Mix.first(7_001L), 7_001L)).isFalse();
  }

  @Test
  void bothHalvesCount() {
    HashCounts counts = new HashCounts();
    counts.add(1, 2);
    assertThat(counts.contains(1, 3)).isFalse();
    assertThat(counts.contains(2, 2)).isFalse();
    assertThat(counts.contains(1, 2)).isTrue();
  }
}

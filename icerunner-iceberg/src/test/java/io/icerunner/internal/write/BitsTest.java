package io.icerunner.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class BitsTest {
  private static final int BITS = 400;

  @Test
  void countCopyAndFillFollowEveryBit() {
    Random random = new Random(1);
    for (int round = 0; round < 2000; round++) {
      byte[] from = new byte[BITS / 8 + 8];
      random.nextBytes(from);
      byte[] to = new byte[BITS / 8 + 8];
      random.nextBytes(to);
      int n = random.nextInt(BITS / 2);
      int fromBit = random.nextInt(BITS / 2);
      int toBit = random.nextInt(BITS / 2);
      byte[] before = to.clone();

      Bits.copy(from, fromBit, to, toBit, n);

      int ones = 0;
      for (int i = 0; i < n; i++) {
        assertThat(Bits.get(to, toBit + i)).isEqualTo(Bits.get(from, fromBit + i));
        ones += Bits.get(from, fromBit + i) ? 1 : 0;
      }
      for (int i = 0; i < toBit; i++) {
        assertThat(Bits.get(to, i)).isEqualTo(Bits.get(before, i));
      }
      assertThat(Bits.count(from, fromBit, n)).isEqualTo(ones);
      Bits.fill(to, toBit, n);
      assertThat(Bits.count(to, toBit, n)).isEqualTo(n);
      assertThat(Bits.count(to, 0, toBit)).isEqualTo(Bits.count(before, 0, toBit));
    }
  }
}

package io.icerunner.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Random;
import org.apache.parquet.column.values.rle.RunLengthBitPackingHybridDecoder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunLengthsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 9, 15, 16, 17, 24, 31})
  void areReadBackByParquetJava(int width) throws IOException {
    Random random = new Random(width);
    for (int round = 0; round < 200; round++) {
      int[] values = values(random, width, random.nextInt(300));
      byte[] out = new byte[(int) RunLengths.bound(values.length, width)];
      int length = RunLengths.encode(values, values.length, width, out);

      assertThat((long) length).isLessThanOrEqualTo(RunLengths.bound(values.length, width));
      RunLengthBitPackingHybridDecoder decoder =
          new RunLengthBitPackingHybridDecoder(width, new ByteArrayInputStream(out, 0, length));
      for (int value : values) {
        assertThat(decoder.readInt()).isEqualTo(value);
      }
    }
  }

  /** Runs of all lengths around the shortest one that is kept as a run. */
  private static int[] values(Random random, int width, int n) {
    int[] values = new int[n];
    int most = (int) ((1L << width) - 1);
    for (int i = 0; i < n; ) {
      int value = random.nextInt() & most;
      int run = random.nextInt(3) == 0 ? 1 + random.nextInt(40) : 1;
      for (int k = 0; k < run && i < n; k++) {
        values[i++] = value;
      }
    }
    return values;
  }
}

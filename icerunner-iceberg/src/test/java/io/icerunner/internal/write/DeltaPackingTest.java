package io.icerunner.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.column.values.delta.DeltaBinaryPackingValuesReader;
import org.junit.jupiter.api.Test;

class DeltaPackingTest {
  @Test
  void isReadBackByParquetJava() throws IOException {
    Random random = new Random(1);
    for (int round = 0; round < 400; round++) {
      boolean wide = random.nextBoolean();
      int shift = random.nextInt(64);
      long[] values = new long[random.nextInt(600)];
      for (int i = 0; i < values.length; i++) {
        long value = random.nextInt(50) == 0 ? random.nextLong() : random.nextLong() >> shift;
        values[i] = wide ? value : (int) value;
      }
      byte[] out = new byte[(int) DeltaPacking.bound(values.length)];
      int length = DeltaPacking.encode(values, values.length, wide, out);

      DeltaBinaryPackingValuesReader reader = new DeltaBinaryPackingValuesReader();
      if (values.length > 0) {
        reader.initFromPage(
            values.length, ByteBufferInputStream.wrap(ByteBuffer.wrap(out, 0, length)));
      }
      for (long value : values) {
        assertThat(wide ? reader.readLong() : reader.readInteger()).isEqualTo(value);
      }
    }
  }
}

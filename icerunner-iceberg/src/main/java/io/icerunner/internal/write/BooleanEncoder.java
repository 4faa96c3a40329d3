package io.icerunner.internal.write;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.BooleanStatistics;
import org.apache.parquet.column.statistics.Statistics;

/** Encodes BOOLEAN columns: Arrow's bits without those of nulls. */
final class BooleanEncoder extends ColumnEncoder {
  private byte[] bits = new byte[Scratch.PADDING];
  private int count;

  BooleanEncoder(LeafColumn leaf, WriteProperties properties, BufferAllocator allocator) {
    super(leaf, properties, allocator);
  }

  @Override
  void stage(FieldVector vector, Selection selection, Scratch scratch) {
    int n = selection.count();
    if (n == 0) {
      return;
    }
    if (bits.length < Bits.bytes(count + n) + Scratch.PADDING) {
      bits =
          Arrays.copyOf(bits, Scratch.grown(bits.length, Bits.bytes(count + n) + Scratch.PADDING));
    }
    int skip = selection.first() & 7;
    int bytes = Bits.bytes(skip + selection.extent());
    byte[] from = scratch.bits(bytes);
    ArrowBytes.bytes(vector.getDataBuffer(), selection.first() >> 3, from, 0, bytes);
    if (selection.dense()) {
      Bits.copy(from, skip, bits, count, n);
    } else {
      for (int i = 0; i < n; i++) {
        Bits.set(bits, count + i, Bits.get(from, skip + selection.offset(i)));
      }
    }
    count += n;
  }

  @Override
  long stagedBytes() {
    return Bits.bytes(count);
  }

  @Override
  long position(FieldVector vector, int index) {
    return index >> 3;
  }

  @Override
  void emit(Scratch scratch) {
    BooleanStatistics statistics =
        (BooleanStatistics) Statistics.createStats(leaf.descriptor().getPrimitiveType());
    statistics.incrementNumNulls(levels.nulls());
    int bytes = Bits.bytes(count);
    if (count > 0) {
      int ones = Bits.count(bits, 0, count);
      statistics.setMinMax(ones == count, ones > 0);
      if ((count & 7) != 0) {
        bits[bytes - 1] &= (byte) ((1 << (count & 7)) - 1);
      }
    }
    ByteBuffer page = pageWithLevels(scratch, bytes);
    page.put(bits, 0, bytes);
    keep(scratch, page, Encoding.PLAIN, statistics);
    count = 0;
  }

  @Override
  void endDictionary(Scratch scratch) {}
}

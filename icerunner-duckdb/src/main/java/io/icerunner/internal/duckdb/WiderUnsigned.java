package io.icerunner.internal.duckdb;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.types.Types.MinorType;

/** An unsigned number as the next wider signed one; of 64 bits as decimal(20, 0). */
final class WiderUnsigned implements ColumnAdapter {
  private final MinorType from;

  WiderUnsigned(MinorType from) {
    this.from = from;
  }

  @Override
  public void adapt(FieldVector source, FieldVector target) {
    int count = source.getValueCount();
    ArrowBuf values = source.getDataBuffer();
    Validity.allocate(source, target, count);
    switch (from) {
      case UINT1 -> fromBytes(values, (IntVector) target, count);
      case UINT2 -> fromShorts(values, (IntVector) target, count);
      case UINT4 -> fromInts(values, (BigIntVector) target, count);
      default -> fromLongs(values, (DecimalVector) target, count);
    }
    target.setValueCount(count);
  }

  private static void fromBytes(ArrowBuf values, IntVector target, int count) {
    ArrowBuf out = target.getDataBuffer();
    for (int i = 0; i < count; i++) {
      out.setInt(i * 4L, Byte.toUnsignedInt(values.getByte(i)));
    }
  }

  private static void fromShorts(ArrowBuf values, IntVector target, int count) {
    ArrowBuf out = target.getDataBuffer();
    for (int i = 0; i < count; i++) {
      out.setInt(i * 4L, Short.toUnsignedInt(values.getShort(i * 2L)));
    }
  }

  private static void fromInts(ArrowBuf values, BigIntVector target, int count) {
    ArrowBuf out = target.getDataBuffer();
    for (int i = 0; i < count; i++) {
      out.setLong(i * 8L, Integer.toUnsignedLong(values.getInt(i * 4L)));
    }
  }

  private static void fromLongs(ArrowBuf values, DecimalVector target, int count) {
    ArrowBuf out = target.getDataBuffer();
    for (int i = 0; i < count; i++) {
      out.setLong(i * 16L, values.getLong(i * 8L));
      out.setLong(i * 16L + 8, 0);
    }
  }
}

package io.icerunner.internal.duckdb;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.VarCharVector;

/** A UUID, which DuckDB exports as its text of 36 characters, as 16 bytes in network order. */
final class TextUuid implements ColumnAdapter {
  private static final byte[] DIGITS = digits();

  @Override
  public void adapt(FieldVector source, FieldVector target) {
    VarCharVector text = (VarCharVector) source;
    int count = text.getValueCount();
    Validity.allocate(source, target, count);
    ArrowBuf characters = text.getDataBuffer();
    ArrowBuf out = ((FixedSizeBinaryVector) target).getDataBuffer();
    for (int i = 0; i < count; i++) {
      if (!text.isNull(i)) {
        parse(characters, text.getStartOffset(i), out, i * 16L);
      }
    }
    target.setValueCount(count);
  }

  private static void parse(ArrowBuf characters, long from, ArrowBuf out, long to) {
    long at = from;
    for (int i = 0; i < 16; i++) {
      if (i == 4 || i == 6 || i == 8 || i == 10) {
        at++; // the hyphen
      }
      int high = DIGITS[characters.getByte(at)];
      int low = DIGITS[characters.getByte(at + 1)];
      out.setByte(to + i, high << 4 | low);
      at += 2;
    }
  }

  private static byte[] digits() {
    byte[] digits = new byte[128];
    for (int i = 0; i < 16; i++) {
      digits[Character.toLowerCase(Character.forDigit(i, 16))] = (byte) i;
      digits[Character.toUpperCase(Character.forDigit(i, 16))] = (byte) i;
    }
    return digits;
  }
}

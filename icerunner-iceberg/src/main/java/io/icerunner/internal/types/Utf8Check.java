package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/**
 * Refuses strings that are not UTF-8. The bytes of a batch are looked at as one text first: if that
 * is well-formed and no value starts within a code point, every value is.
 */
record Utf8Check(String path) implements ValueCheck {

  /** Where value i starts; it ends where value i + 1 starts. */
  @FunctionalInterface
  interface Starts {
    long at(int index);
  }

  @Override
  public void check(FieldVector source, Rows rows) {
    check(source, source.getOffsetBuffer(), source.getDataBuffer(), rows);
  }

  /**
   * @param source tells the nulls
   * @param offsets 32-bit ones
   */
  void check(FieldVector source, ArrowBuf offsets, ArrowBuf data, Rows rows) {
    check(source, i -> offsets.getInt(i * 4L), data, rows);
  }

  void checkLarge(FieldVector source, Rows rows) {
    ArrowBuf offsets = source.getOffsetBuffer();
    check(source, i -> offsets.getLong(i * 8L), source.getDataBuffer(), rows);
  }

  private void check(FieldVector source, Starts starts, ArrowBuf data, Rows rows) {
    int count = source.getValueCount();
    if (count == 0) {
      return;
    }
    TextScan scan = TextScan.of(data, starts.at(0), starts.at(count));
    if (scan == TextScan.ASCII || (scan == TextScan.UTF8 && startsAreWhole(data, starts, count))) {
      return;
    }
    checkEach(source, starts, data, rows);
  }

  private static boolean startsAreWhole(ArrowBuf data, Starts starts, int count) {
    long end = starts.at(count);
    for (int i = 1; i < count; i++) {
      long start = starts.at(i);
      if (start < end && (data.getByte(start) & 0xC0) == 0x80) {
        return false;
      }
    }
    return true;
  }

  private void checkEach(FieldVector source, Starts starts, ArrowBuf data, Rows rows) {
    byte[] value = new byte[256];
    for (int i = 0; i < source.getValueCount(); i++) {
      if (source.isNull(i)) {
        continue;
      }
      long start = starts.at(i);
      int length = Math.toIntExact(starts.at(i + 1) - start);
      if (length > value.length) {
        value = new byte[Math.max(length, 2 * value.length)];
      }
      data.getBytes(start, value, 0, length);
      if (!Utf8.isValid(value, 0, length) && rows.isLive(i)) {
        throw refusal(rows.rowOf(i), value, length);
      }
    }
  }

  private RuntimeException refusal(int row, byte[] value, int length) {
    StringBuilder hex = new StringBuilder();
    for (int i = 0; i < Math.min(length, 16); i++) {
      hex.append("%02x".formatted(value[i]));
    }
    String text = "0x" + hex + (length > 16 ? "…" : "");
    return Refusal.value(path, row, text, "is not UTF-8");
  }
}

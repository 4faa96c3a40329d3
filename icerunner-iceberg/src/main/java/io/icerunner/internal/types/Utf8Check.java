package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/**
 * Refuses strings that are not UTF-8. Text that is ASCII throughout is passed without looking at
 * single values.
 */
record Utf8Check(String path) implements ValueCheck {
  private static final int CHUNK = 8192;

  /** Where value i starts; it ends where value i + 1 starts. */
  @FunctionalInterface
  interface Offsets {
    long at(int index);
  }

  @Override
  public void check(FieldVector source, Rows rows) {
    ArrowBuf offsets = source.getOffsetBuffer();
    check(source, i -> offsets.getInt(i * 4L), rows);
  }

  void checkLarge(FieldVector source, Rows rows) {
    ArrowBuf offsets = source.getOffsetBuffer();
    check(source, i -> offsets.getLong(i * 8L), rows);
  }

  private void check(FieldVector source, Offsets offsets, Rows rows) {
    int count = source.getValueCount();
    if (count == 0) {
      return;
    }
    ArrowBuf data = source.getDataBuffer();
    if (isAscii(data, offsets.at(0), offsets.at(count))) {
      return;
    }
    byte[] value = new byte[256];
    for (int i = 0; i < count; i++) {
      if (source.isNull(i)) {
        continue;
      }
      long start = offsets.at(i);
      int length = Math.toIntExact(offsets.at(i + 1) - start);
      if (length > value.length) {
        value = new byte[Math.max(length, 2 * value.length)];
      }
      data.getBytes(start, value, 0, length);
      if (!Utf8.isValid(value, 0, length) && rows.isLive(i)) {
        throw refusal(rows.rowOf(i), value, length);
      }
    }
  }

  RuntimeException refusal(int row, byte[] value, int length) {
    StringBuilder hex = new StringBuilder();
    for (int i = 0; i < Math.min(length, 16); i++) {
      hex.append("%02x".formatted(value[i]));
    }
    String text = "0x" + hex + (length > 16 ? "…" : "");
    return Refusal.value(path, row, text, "is not UTF-8");
  }

  private static boolean isAscii(ArrowBuf data, long from, long to) {
    byte[] chunk = new byte[(int) Math.min(CHUNK, to - from)];
    for (long at = from; at < to; at += chunk.length) {
      int length = (int) Math.min(chunk.length, to - at);
      data.getBytes(at, chunk, 0, length);
      if (!Utf8.isAscii(chunk, length)) {
        return false;
      }
    }
    return true;
  }
}

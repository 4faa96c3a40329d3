package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;

/** What a run of bytes is, taken as one text. */
enum TextScan {
  ASCII,
  UTF8,
  /** Neither. */
  BYTES;

  private static final long HIGH_BITS = 0x8080808080808080L;

  static TextScan of(ArrowBuf data, long from, long to) {
    byte[] chunk = new byte[(int) Math.min(LittleEndian.CHUNK, to - from)];
    boolean ascii = true;
    long at = from;
    while (at < to) {
      int length = (int) Math.min(chunk.length, to - at);
      data.getBytes(at, chunk, 0, length);
      if (isAscii(chunk, length)) {
        at += length;
        continue;
      }
      ascii = false;
      int valid = Utf8.validTo(chunk, 0, length);
      boolean cutByChunk = valid > length - 4 && valid > 0 && at + length < to;
      if (valid < length && !cutByChunk) {
        return BYTES;
      }
      at += valid;
    }
    return ascii ? ASCII : UTF8;
  }

  private static boolean isAscii(byte[] bytes, int length) {
    long bits = 0;
    int i = 0;
    for (; i + 8 <= length; i += 8) {
      bits |= LittleEndian.longAt(bytes, i);
    }
    for (; i < length; i++) {
      bits |= bytes[i] < 0 ? HIGH_BITS : 0;
    }
    return (bits & HIGH_BITS) == 0;
  }
}

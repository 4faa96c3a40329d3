package io.icerunner.internal.types;

/** Tells well-formed UTF-8 from other bytes. */
final class Utf8 {
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /** Whether the bytes from, inclusive, to, exclusive, are whole code points of UTF-8. */
  static boolean isValid(byte[] bytes, int from, int to) {
    return validTo(bytes, from, to) == to;
  }

  /** The end of the whole code points that start at an index. */
  static int validTo(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to) {
      if (bytes[i] >= 0) {
        i = asciiTo(bytes, i + 1, to);
        continue;
      }
      int length = lengthAt(bytes, i, to);
      if (length == 0) {
        return i;
      }
      i += length;
    }
    return i;
  }

  private static int asciiTo(byte[] bytes, int from, int to) {
    int i = from;
    while (i + 8 <= to && (LittleEndian.longAt(bytes, i) & HIGH_BITS) == 0) {
      i += 8;
    }
    while (i < to && bytes[i] >= 0) {
      i++;
    }
    return i;
  }

  /** The length of the code point of two or more bytes; 0 if there is none. */
  private static int lengthAt(byte[] bytes, int i, int to) {
    int first = bytes[i] & 0xFF;
    int length = first >= 0xF5 ? 0 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0;
    if (length == 0 || i + length > to) {
      return 0;
    }
    int second = bytes[i + 1] & 0xFF;
    if (second < lowestSecond(first) || second > highestSecond(first)) {
      return 0;
    }
    for (int k = 2; k < length; k++) {
      if ((bytes[i + k] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }

  /** Overlong forms start lower. */
  private static int lowestSecond(int first) {
    return first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  }

  /** Surrogates and code points above U+10FFFF end higher. */
  private static int highestSecond(int first) {
    return first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  }
}

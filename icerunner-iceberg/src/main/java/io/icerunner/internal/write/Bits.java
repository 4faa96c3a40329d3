package io.icerunner.internal.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Bitmaps in byte arrays, least significant bit first, as Arrow and Parquet both have them. */
final class Bits {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Bits() {}

  static int bytes(int bits) {
    return (bits + 7) >>> 3;
  }

  static boolean get(byte[] bits, int i) {
    return (bits[i >> 3] >> (i & 7) & 1) != 0;
  }

  /** How many of the {@code n} bits from bit {@code from} are set. */
  static int count(byte[] bits, int from, int n) {
    int i = from;
    int end = from + n;
    int ones = 0;
    for (; i < end && (i & 7) != 0; i++) {
      ones += bits[i >> 3] >> (i & 7) & 1;
    }
    for (; i + 64 <= end; i += 64) {
      ones += Long.bitCount((long) LONG.get(bits, i >> 3));
    }
    for (; i < end; i++) {
      ones += bits[i >> 3] >> (i & 7) & 1;
    }
    return ones;
  }

  /** Copies {@code n} bits. Bits behind the last one, up to the end of its byte, may change too. */
  static void copy(byte[] from, int fromBit, byte[] to, int toBit, int n) {
    int i = 0;
    for (; i < n && ((toBit + i) & 7) != 0; i++) {
      set(to, toBit + i, get(from, fromBit + i));
    }
    int shift = (fromBit + i) & 7;
    int source = (fromBit + i) >> 3;
    int target = (toBit + i) >> 3;
    if (shift == 0) {
      System.arraycopy(from, source, to, target, bytes(n - i));
      return;
    }
    for (; i + 8 <= n; i += 8, source++) {
      to[target++] = (byte) ((from[source] & 0xff) >>> shift | from[source + 1] << (8 - shift));
    }
    for (; i < n; i++) {
      set(to, toBit + i, get(from, fromBit + i));
    }
  }

  static void set(byte[] bits, int i, boolean value) {
    if (value) {
      bits[i >> 3] |= (byte) (1 << (i & 7));
    } else {
      bits[i >> 3] &= (byte) ~(1 << (i & 7));
    }
  }

  /**
   * Sets {@code n} bits from bit {@code from}, and possibly more up to the end of the last byte.
   */
  static void fill(byte[] bits, int from, int n) {
    int i = from;
    for (; i < from + n && (i & 7) != 0; i++) {
      set(bits, i, true);
    }
    if (i < from + n) {
      Arrays.fill(bits, i >> 3, bytes(from + n), (byte) 0xff);
    }
  }
}

package io.icerunner.internal.write;

import org.apache.parquet.column.values.bitpacking.BytePackerForLong;
import org.apache.parquet.column.values.bitpacking.Packer;

/** DELTA_BINARY_PACKED: blocks of 128 deltas, packed in four parts of 32 with a width each. */
final class DeltaPacking {
  private static final int BLOCK = 128;
  private static final int PARTS = 4;
  private static final int PART = BLOCK / PARTS;

  private DeltaPacking() {}

  /** Most bytes of {@code n} values. */
  static long bound(int n) {
    return 32 + (n / BLOCK + 1L) * (10 + PARTS + BLOCK * 8L);
  }

  /** Encodes the first {@code n} values from byte 0 on; returns the length. */
  static int encode(long[] values, int n, boolean wide, byte[] out) {
    int to = RunLengths.varint(out, 0, BLOCK);
    to = RunLengths.varint(out, to, PARTS);
    to = RunLengths.varint(out, to, n);
    to = RunLengths.varint(out, to, zigzag(n == 0 ? 0 : values[0]));
    long[] deltas = new long[BLOCK];
    for (int i = 1; i < n; i += BLOCK) {
      to = block(values, i, Math.min(BLOCK, n - i), wide, deltas, out, to);
    }
    return to;
  }

  private static int block(
      long[] values, int from, int n, boolean wide, long[] deltas, byte[] out, int at) {
    long min = Long.MAX_VALUE;
    for (int i = 0; i < n; i++) {
      long delta = values[from + i] - values[from + i - 1];
      // The arithmetic of a 32-bit column wraps at 32 bits, in the reader too.
      deltas[i] = wide ? delta : (int) delta;
      min = Math.min(min, deltas[i]);
    }
    for (int i = 0; i < BLOCK; i++) {
      long above = i < n ? deltas[i] - min : 0;
      deltas[i] = wide ? above : above & 0xffff_ffffL;
    }
    int to = RunLengths.varint(out, at, zigzag(min));
    int widths = to;
    to += PARTS;
    for (int part = 0; part < PARTS; part++) {
      if (part * PART < n) {
        to = part(deltas, part, out, widths, to);
      } else {
        out[widths + part] = 0;
      }
    }
    return to;
  }

  private static int part(long[] deltas, int part, byte[] out, int widths, int at) {
    long all = 0;
    for (int i = 0; i < PART; i++) {
      all |= deltas[part * PART + i];
    }
    int width = 64 - Long.numberOfLeadingZeros(all);
    out[widths + part] = (byte) width;
    BytePackerForLong packer = Packer.LITTLE_ENDIAN.newBytePackerForLong(width);
    packer.pack32Values(deltas, part * PART, out, at);
    return at + 4 * width;
  }

  private static long zigzag(long value) {
    return value << 1 ^ value >> 63;
  }
}

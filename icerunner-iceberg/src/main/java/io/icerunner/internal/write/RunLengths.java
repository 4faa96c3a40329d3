package io.icerunner.internal.write;

import java.nio.ByteBuffer;
import org.apache.parquet.column.values.bitpacking.BytePacker;
import org.apache.parquet.column.values.bitpacking.Packer;

/** Parquet's hybrid of run lengths and bit packing, for levels and dictionary ids. */
final class RunLengths {
  /** A shorter run costs more as a run than packed. */
  private static final int LEAST_RUN = 16;

  private RunLengths() {}

  /** Bits that values up to {@code most} need. */
  static int width(int most) {
    return 32 - Integer.numberOfLeadingZeros(most);
  }

  /** Most bytes of {@code n} encoded values. */
  static long bound(int n, int width) {
    return ((n + 7L) >>> 3) * (width + 1) + 64;
  }

  /** Encodes the first {@code n} values from byte 0 on; returns the length. */
  static int encode(int[] values, int n, int width, byte[] out) {
    BytePacker packer = Packer.LITTLE_ENDIAN.newBytePacker(width);
    int to = 0;
    int packed = 0;
    for (int i = 0; i < n; ) {
      int end = runEnd(values, i, n);
      // What was left over before fills its last group of eight from this run.
      int begin = i + (-(i - packed) & 7);
      if (end - begin >= LEAST_RUN) {
        to = pack(values, packed, begin - packed, packer, width, out, to);
        to = run(values[begin], end - begin, width, out, to);
        packed = end;
      }
      i = end;
    }
    return pack(values, packed, n - packed, packer, width, out, to);
  }

  private static int runEnd(int[] values, int from, int n) {
    int value = values[from];
    int i = from + 1;
    while (i < n && values[i] == value) {
      i++;
    }
    return i;
  }

  private static int run(int value, int n, int width, byte[] out, int at) {
    int to = varint(out, at, (long) n << 1);
    for (int bits = 0; bits < width; bits += 8) {
      out[to++] = (byte) (value >>> bits);
    }
    return to;
  }

  private static int pack(
      int[] values, int from, int n, BytePacker packer, int width, byte[] out, int at) {
    if (n == 0) {
      return at;
    }
    int to = varint(out, at, ((n + 7L) >>> 3) << 1 | 1);
    int i = 0;
    for (; i + 32 <= n; i += 32, to += 4 * width) {
      packer.pack32Values(values, from + i, out, to);
    }
    for (; i + 8 <= n; i += 8, to += width) {
      packer.pack8Values(values, from + i, out, to);
    }
    if (i < n) {
      int[] rest = new int[8];
      System.arraycopy(values, from + i, rest, 0, n - i);
      packer.pack8Values(rest, 0, out, to);
      to += width;
    }
    return to;
  }

  static int varint(byte[] out, int at, long value) {
    int to = at;
    long rest = value;
    for (; (rest & ~0x7fL) != 0; rest >>>= 7) {
      out[to++] = (byte) (rest & 0x7f | 0x80);
    }
    out[to++] = (byte) rest;
    return to;
  }

  static void varint(ByteBuffer out, int value) {
    int rest = value;
    for (; (rest & ~0x7f) != 0; rest >>>= 7) {
      out.put((byte) (rest & 0x7f | 0x80));
    }
    out.put((byte) rest);
  }
}

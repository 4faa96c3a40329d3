package io.icerunner.internal.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.apache.parquet.io.api.Binary;

/**
 * Byte strings of a page, one behind the other in an array. A slice is a long: start in the upper
 * half, length in the lower one. The array is padded, so that a slice can be read word by word.
 */
final class ByteSlices {
  private static final VarHandle BIG_ENDIAN =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LENGTH =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private byte[] bytes = new byte[Scratch.PADDING];
  private long[] slices = new long[0];
  private int used;
  private int count;

  /** Makes room for {@code more} bytes and returns the array. */
  byte[] reserveBytes(int more) {
    int needed = Math.addExact(Math.addExact(used, more), Scratch.PADDING);
    if (bytes.length < needed) {
      bytes = Arrays.copyOf(bytes, Scratch.grown(bytes.length, needed));
    }
    return bytes;
  }

  /** Makes room for {@code more} slices. */
  void reserveSlices(int more) {
    if (slices.length < count + more) {
      slices = Arrays.copyOf(slices, Scratch.grown(slices.length, count + more));
    }
  }

  void add(int start, int length) {
    slices[count++] = (long) start << 32 | length;
  }

  void use(int more) {
    used += more;
  }

  byte[] bytes() {
    return bytes;
  }

  long[] slices() {
    return slices;
  }

  int used() {
    return used;
  }

  int count() {
    return count;
  }

  void clear() {
    used = 0;
    count = 0;
  }

  static int start(long slice) {
    return (int) (slice >>> 32);
  }

  static int length(long slice) {
    return (int) slice;
  }

  Binary copy(long slice) {
    return Binary.fromConstantByteArray(
        Arrays.copyOfRange(bytes, start(slice), start(slice) + length(slice)));
  }

  /** PLAIN values, each behind its length; returns the number of bytes. */
  int plain(byte[] out) {
    int to = 0;
    for (int i = 0; i < count; i++) {
      int start = start(slices[i]);
      int length = length(slices[i]);
      LENGTH.set(out, to, length);
      to += 4;
      if (length <= 16) {
        WORD.set(out, to, (long) WORD.get(bytes, start));
        WORD.set(out, to + 8, (long) WORD.get(bytes, start + 8));
      } else {
        System.arraycopy(bytes, start, out, to, length);
      }
      to += length;
    }
    return to;
  }

  /** PLAIN values of one length, without it; returns the number of bytes. */
  int plainFixed(byte[] out) {
    int to = 0;
    for (int i = 0; i < count; i++) {
      System.arraycopy(bytes, start(slices[i]), out, to, length(slices[i]));
      to += length(slices[i]);
    }
    return to;
  }

  /** Whether one slice sorts before another, byte by byte, unsigned. */
  boolean less(long left, long right) {
    int a = start(left);
    int b = start(right);
    int common = Math.min(length(left), length(right));
    int i = 0;
    for (; i + 8 <= common; i += 8) {
      long x = (long) BIG_ENDIAN.get(bytes, a + i);
      long y = (long) BIG_ENDIAN.get(bytes, b + i);
      if (x != y) {
        return Long.compareUnsigned(x, y) < 0;
      }
    }
    for (; i < common; i++) {
      int difference = (bytes[a + i] & 0xff) - (bytes[b + i] & 0xff);
      if (difference != 0) {
        return difference < 0;
      }
    }
    return length(left) < length(right);
  }

  /** The same for big-endian two's complement numbers of one length. */
  boolean lessSigned(long left, long right) {
    int difference = bytes[start(left)] - bytes[start(right)];
    return difference != 0 ? difference < 0 : less(left, right);
  }
}

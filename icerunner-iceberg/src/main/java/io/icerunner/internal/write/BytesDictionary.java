package io.icerunner.internal.write;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.parquet.io.api.Binary;

/**
 * Ids of byte strings in the order of their first appearance. The strings are kept as the PLAIN
 * dictionary page has them; the open-addressing table holds half a hash and the id of each.
 */
final class BytesDictionary {
  /** Differs from run to run, so that nobody can prepare values that all collide. */
  private static final long SEED = ThreadLocalRandom.current().nextLong() | 1;

  private static final long FIRST = 0x9E3779B97F4A7C15L;
  private static final long SECOND = 0xD6E8FEB86659FD93L;
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LENGTH =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final int prefix;
  private final int mostBytes;
  private byte[] plain = new byte[1 << 10];
  private int[] ends = new int[256];
  private long[] table = new long[1 << 10];
  private int size;
  private int used;

  /**
   * @param prefix 4 bytes of length in front of every value, or 0 where all have one length
   * @param mostBytes of the dictionary page
   */
  BytesDictionary(int prefix, int mostBytes) {
    this.prefix = prefix;
    this.mostBytes = mostBytes;
  }

  int size() {
    return size;
  }

  /** Bytes of the dictionary page. */
  int bytes() {
    return used;
  }

  /** Gives every slice its id; false if that takes a larger dictionary than allowed. */
  boolean map(ByteSlices from, int n, int[] ids) {
    int at = 0;
    while (at < n) {
      int free = table.length / 2 - size;
      if (free <= 0) {
        grow();
        continue;
      }
      int end = Math.min(n, at + free);
      if (!mapRange(from, at, end, ids)) {
        return false;
      }
      at = end;
    }
    return true;
  }

  private boolean mapRange(ByteSlices from, int begin, int end, int[] ids) {
    byte[] bytes = from.bytes();
    long[] slices = from.slices();
    long[] slots = table;
    int mask = slots.length - 1;
    for (int i = begin; i < end; i++) {
      int start = ByteSlices.start(slices[i]);
      int length = ByteSlices.length(slices[i]);
      long hash = hash(bytes, start, length);
      int slot = (int) hash & mask;
      int id = find(slots, mask, slot, hash >>> 32, bytes, start, length);
      if (id < 0) {
        if ((long) used + prefix + length > mostBytes) {
          return false;
        }
        slots[~id] = hash >>> 32 << 32 | (size + 1);
        id = add(bytes, start, length);
      }
      ids[i] = id;
    }
    return true;
  }

  /** The id, or the complement of the free slot where it belongs. */
  private int find(
      long[] slots, int mask, int first, long half, byte[] bytes, int start, int length) {
    int slot = first;
    long entry;
    while ((entry = slots[slot]) != 0) {
      if (entry >>> 32 == half) {
        int id = (int) entry - 1;
        int known = start(id);
        if (ends[id] - known == length && same(bytes, start, plain, known, length)) {
          return id;
        }
      }
      slot = (slot + 1) & mask;
    }
    return ~slot;
  }

  private int start(int id) {
    return (id == 0 ? 0 : ends[id - 1]) + prefix;
  }

  private int add(byte[] bytes, int start, int length) {
    if (ends.length == size) {
      ends = Arrays.copyOf(ends, size * 2);
    }
    int needed = used + prefix + length + Scratch.PADDING;
    if (plain.length < needed) {
      plain = Arrays.copyOf(plain, Scratch.grown(plain.length, needed));
    }
    if (prefix > 0) {
      LENGTH.set(plain, used, length);
    }
    System.arraycopy(bytes, start, plain, used + prefix, length);
    used += prefix + length;
    ends[size] = used;
    return size++;
  }

  private void grow() {
    table = new long[table.length * 4];
    int mask = table.length - 1;
    for (int id = 0; id < size; id++) {
      long hash = hash(plain, start(id), ends[id] - start(id));
      int slot = (int) hash & mask;
      while (table[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      table[slot] = hash >>> 32 << 32 | (id + 1);
    }
  }

  private static long hash(byte[] bytes, int start, int length) {
    long hash = (length ^ SEED) * FIRST;
    int at = start;
    int rest = length;
    for (; rest > 8; rest -= 8, at += 8) {
      hash = (hash ^ (long) WORD.get(bytes, at)) * SECOND;
      hash ^= hash >>> 32;
    }
    if (rest > 0) {
      hash = (hash ^ (long) WORD.get(bytes, at) << (64 - 8 * rest)) * SECOND;
      hash ^= hash >>> 32;
    }
    hash *= FIRST;
    return hash ^ hash >>> 29;
  }

  private static boolean same(byte[] a, int aStart, byte[] b, int bStart, int length) {
    int rest = length;
    int i = aStart;
    int k = bStart;
    for (; rest > 8; rest -= 8, i += 8, k += 8) {
      if ((long) WORD.get(a, i) != (long) WORD.get(b, k)) {
        return false;
      }
    }
    return rest == 0 || ((long) WORD.get(a, i) ^ (long) WORD.get(b, k)) << (64 - 8 * rest) == 0;
  }

  Binary value(int id) {
    return Binary.fromConstantByteArray(Arrays.copyOfRange(plain, start(id), ends[id]));
  }

  /** Order of two values; unsigned, or that of big-endian two's complement numbers. */
  int compare(int left, int right, boolean signed) {
    if (signed && plain[start(left)] != plain[start(right)]) {
      return plain[start(left)] - plain[start(right)];
    }
    return Arrays.compareUnsigned(plain, start(left), ends[left], plain, start(right), ends[right]);
  }

  /** The first {@code entries} values as a PLAIN page. */
  void write(int entries, ByteBuffer page) {
    page.put(plain, 0, bytes(entries));
  }

  int bytes(int entries) {
    return entries == 0 ? 0 : ends[entries - 1];
  }

  void clear() {
    if (size > 0) {
      Arrays.fill(table, 0);
      size = 0;
      used = 0;
    }
  }
}

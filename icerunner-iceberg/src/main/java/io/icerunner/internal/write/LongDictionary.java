package io.icerunner.internal.write;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ids of 64-bit values in the order of their first appearance: an open-addressing table of value
 * and id side by side.
 */
final class LongDictionary {
  /** Differs from run to run, so that nobody can prepare values that all collide. */
  private static final long SEED = ThreadLocalRandom.current().nextLong() | 1;

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final int LEAST_SLOTS = 1 << 11;

  private final int most;
  private long[] values = new long[1 << 10];
  private long[] table = new long[2 * LEAST_SLOTS];
  private int size;

  /**
   * @param most entries
   */
  LongDictionary(int most) {
    this.most = most;
  }

  int size() {
    return size;
  }

  /** The values by id. */
  long[] values() {
    return values;
  }

  /** Gives every value its id; false if that takes more entries than allowed. */
  boolean map(long[] from, int n, int[] ids) {
    int at = 0;
    while (at < n) {
      int free = table.length / 4 - size;
      if (free <= 0) {
        grow();
        continue;
      }
      int end = Math.min(n, at + free);
      mapRange(from, at, end, ids);
      at = end;
      if (size > most) {
        return false;
      }
    }
    return true;
  }

  private void mapRange(long[] from, int start, int end, int[] ids) {
    long[] slots = table;
    int mask = slots.length / 2 - 1;
    if (values.length < size + end - start) {
      values = Arrays.copyOf(values, Scratch.grown(values.length, size + end - start));
    }
    long[] known = values;
    int next = size;
    for (int i = start; i < end; i++) {
      long value = from[i];
      int slot = hash(value) & mask;
      long id;
      while ((id = slots[2 * slot + 1]) != 0 && slots[2 * slot] != value) {
        slot = (slot + 1) & mask;
      }
      if (id == 0) {
        known[next] = value;
        slots[2 * slot] = value;
        slots[2 * slot + 1] = id = ++next;
      }
      ids[i] = (int) id - 1;
    }
    size = next;
  }

  private static int hash(long value) {
    long mixed = (value ^ SEED) * MULTIPLIER;
    mixed ^= mixed >>> 32;
    return (int) (mixed * MULTIPLIER >>> 33);
  }

  private void grow() {
    table = new long[table.length * 4];
    int mask = table.length / 2 - 1;
    for (int i = 0; i < size; i++) {
      int slot = hash(values[i]) & mask;
      while (table[2 * slot + 1] != 0) {
        slot = (slot + 1) & mask;
      }
      table[2 * slot] = values[i];
      table[2 * slot + 1] = i + 1;
    }
  }

  void clear() {
    if (size > 0) {
      Arrays.fill(table, 0);
      size = 0;
    }
  }
}

package io.icerunner.internal.mirror.digest;

/**
 * How often each of many 128-bit hashes was added. Memory: 20 bytes for each place of a table that
 * is at most half full. For use by one thread.
 */
public final class HashCounts {
  private static final int SMALLEST = 1 << 10;

  private long[] first = new long[SMALLEST];
  private long[] second = new long[SMALLEST];
  private int[] counts = new int[SMALLEST];
  private boolean[] used = new boolean[SMALLEST];
  private int distinct;

  /** Different hashes that were added. */
  public int distinct() {
    return distinct;
  }

  /** Adds a hash once. */
  public void add(long firstHalf, long secondHalf) {
    if (distinct * 2 >= counts.length) {
      grow();
    }
    int at = place(firstHalf, secondHalf);
    if (!used[at]) {
      used[at] = true;
      first[at] = firstHalf;
      second[at] = secondHalf;
      distinct++;
    }
    counts[at]++;
  }

  /** Whether a hash was added, however often it was taken. */
  public boolean contains(long firstHalf, long secondHalf) {
    return used[place(firstHalf, secondHalf)];
  }

  /** Takes a hash away once; false if it was not added, or was taken as often as it was added. */
  public boolean take(long firstHalf, long secondHalf) {
    int at = place(firstHalf, secondHalf);
    if (counts[at] == 0) {
      return false;
    }
    counts[at]--;
    return true;
  }

  private int place(long firstHalf, long secondHalf) {
    int mask = counts.length - 1;
    int at = (int) firstHalf & mask;
    while (used[at] && (first[at] != firstHalf || second[at] != secondHalf)) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    HashCounts larger = new HashCounts();
    larger.first = new long[counts.length * 2];
    larger.second = new long[counts.length * 2];
    larger.counts = new int[counts.length * 2];
    larger.used = new boolean[counts.length * 2];
    for (int i = 0; i < counts.length; i++) {
      if (used[i]) {
        int at = larger.place(first[i], second[i]);
        larger.used[at] = true;
        larger.first[at] = first[i];
        larger.second[at] = second[i];
        larger.counts[at] = counts[i];
      }
    }
    first = larger.first;
    second = larger.second;
    counts = larger.counts;
    used = larger.used;
  }
}

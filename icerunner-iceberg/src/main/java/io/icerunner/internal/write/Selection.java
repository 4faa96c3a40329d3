package io.icerunner.internal.write;

import java.util.Arrays;

/**
 * Which values of a leaf vector are written: a range of them without gaps, or a list of indices in
 * rising order.
 */
final class Selection {
  private int[] index = new int[0];
  private int first;
  private int count;
  private boolean dense = true;

  void range(int first, int count) {
    this.first = first;
    this.count = count;
    dense = true;
  }

  /** Room for {@code n} rising indices; {@link #listed} says how many there are. */
  int[] list(int n) {
    if (index.length < n) {
      index = new int[Math.max(n, Math.min(index.length * 2, 1 << 20))];
    }
    return index;
  }

  void listed(int n) {
    count = n;
    first = n == 0 ? 0 : index[0];
    dense = n == 0 || index[n - 1] - first == n - 1;
  }

  int count() {
    return count;
  }

  int first() {
    return first;
  }

  /** How many values lie between the first and the last one, both included. */
  int extent() {
    return dense ? count : index[count - 1] - first + 1;
  }

  boolean dense() {
    return dense;
  }

  /** The i-th selected value, counted from the first one. */
  int offset(int i) {
    return dense ? i : index[i] - first;
  }

  @Override
  public String toString() {
    return dense ? first + "+" + count : Arrays.toString(Arrays.copyOf(index, count));
  }
}

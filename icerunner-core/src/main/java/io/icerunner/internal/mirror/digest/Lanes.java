package io.icerunner.internal.mirror.digest;

import java.util.Arrays;

/** Hashes of 128 bits of the values of a column, or of rows; zero in both lanes for null. */
final class Lanes {
  private long[] first = new long[0];
  private long[] second = new long[0];

  /** Lanes of this length, all null. */
  static Lanes of(int length) {
    Lanes lanes = new Lanes();
    lanes.clear(length);
    return lanes;
  }

  /** Makes the first values null. */
  void clear(int length) {
    if (first.length < length) {
      first = new long[length];
      second = new long[length];
      return;
    }
    Arrays.fill(first, 0, length, 0);
    Arrays.fill(second, 0, length, 0);
  }

  long first(int i) {
    return first[i];
  }

  long second(int i) {
    return second[i];
  }

  boolean isNull(int i) {
    return (first[i] | second[i]) == 0;
  }

  void set(int i, long firstLane, long secondLane) {
    first[i] = firstLane;
    second[i] = secondLane;
  }

  /** Adds the values of a named field to those of what it is part of; a null adds nothing. */
  void addField(Lanes values, int length, long firstName, long secondName) {
    for (int i = 0; i < length; i++) {
      if (!values.isNull(i)) {
        first[i] += Mix.first(values.first[i] ^ firstName);
        second[i] += Mix.second(values.second[i] ^ secondName);
      }
    }
  }
}

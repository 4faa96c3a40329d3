package io.icerunner.internal.mirror.digest;

/** A sum of hashes: it tells multisets apart, whatever the order of their members. */
final class HashSum {
  private long first;
  private long second;

  void add(long firstLane, long secondLane) {
    first += Mix.first(firstLane);
    second += Mix.second(secondLane);
  }

  /** 32 hexadecimal digits. */
  String text() {
    return "%016x%016x".formatted(first, second);
  }
}

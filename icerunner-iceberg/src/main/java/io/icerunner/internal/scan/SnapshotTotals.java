package io.icerunner.internal.scan;

import java.util.OptionalLong;

/**
 * How much a snapshot holds, by its metadata.
 *
 * @param records live rows; empty if there are delete files
 * @param bytes of live data files; empty if there are delete files
 */
record SnapshotTotals(OptionalLong records, OptionalLong bytes) {
  static final SnapshotTotals UNKNOWN =
      new SnapshotTotals(OptionalLong.empty(), OptionalLong.empty());

  static SnapshotTotals of(long records, long bytes) {
    return new SnapshotTotals(OptionalLong.of(records), OptionalLong.of(bytes));
  }
}

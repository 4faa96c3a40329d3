package io.icerunner.spi;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Which version of a table is meant. */
public sealed interface TableVersion {

  /** The current snapshot of the main branch. */
  record Current() implements TableVersion {}

  /** The snapshot with this id. */
  record Snapshot(long snapshotId) implements TableVersion {}

  /** The snapshot that was current at this time. */
  record AsOf(Instant time) implements TableVersion {}

  /** The head of this branch, or the snapshot of this tag. */
  record Ref(String name) implements TableVersion {}

  /**
   * No version of the whole table but the rows that were appended between two of its snapshots, in
   * the table's current schema. Compaction appends nothing. Rows can be told only while the
   * snapshots between are kept and none of them removed or changed rows.
   *
   * @param from the snapshot after which the range begins, itself not in it; null for the beginning
   *     of the table's history
   * @param to the last snapshot of the range; null for the current snapshot of the main branch
   */
  record Changes(@Nullable Long from, @Nullable Long to) implements TableVersion {}

  static TableVersion current() {
    return new Current();
  }

  static TableVersion snapshot(long snapshotId) {
    return new Snapshot(snapshotId);
  }

  static TableVersion asOf(Instant time) {
    return new AsOf(time);
  }

  static TableVersion ref(String name) {
    return new Ref(name);
  }

  static TableVersion changes(@Nullable Long from, @Nullable Long to) {
    return new Changes(from, to);
  }
}

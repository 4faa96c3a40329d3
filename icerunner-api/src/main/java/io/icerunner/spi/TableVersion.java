package io.icerunner.spi;

import java.time.Instant;

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
}

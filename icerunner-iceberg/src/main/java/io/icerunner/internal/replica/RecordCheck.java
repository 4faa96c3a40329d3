package io.icerunner.internal.replica;

import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/** Tells whether a table still has the rows that its record speaks of. */
final class RecordCheck {
  private RecordCheck() {}

  /** A sentence; null if nothing speaks against it. */
  static @Nullable String damage(Table table, StoredRecord stored) {
    if (stored.snapshotCommits() == 0) {
      return null;
    }
    @Nullable Snapshot oldest = null;
    for (Snapshot snapshot : SnapshotCopy.history(table)) {
      @Nullable SnapshotCopy copy = SnapshotCopy.of(snapshot);
      if (copy != null && copy.commits() == stored.snapshotCommits()) {
        return null;
      }
      if (copy != null && copy.commits() > stored.snapshotCommits()) {
        return "The record of table %s was set back: it is of commit %s, and snapshot %s has commit %s"
            .formatted(
                table.name(), stored.record().commits(), snapshot.snapshotId(), copy.commits());
      }
      if (copy != null || isOlder(snapshot, stored)) {
        return setBack(table, stored);
      }
      oldest = snapshot;
    }
    // A history that is cut off by expiry says nothing; a whole one would have the snapshot.
    return oldest == null || oldest.parentId() == null ? setBack(table, stored) : null;
  }

  private static boolean isOlder(Snapshot snapshot, StoredRecord stored) {
    return snapshot.sequenceNumber() < stored.sequenceNumber();
  }

  private static String setBack(Table table, StoredRecord stored) {
    @Nullable Snapshot head = table.currentSnapshot();
    String now = head == null ? "no snapshot" : "snapshot " + head.snapshotId();
    return "Table %s was set back to %s, which lacks rows of the %s commits that its record counts"
        .formatted(table.name(), now, stored.record().commits());
  }
}

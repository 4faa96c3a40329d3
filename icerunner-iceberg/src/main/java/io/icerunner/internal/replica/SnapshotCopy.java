package io.icerunner.internal.replica;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.util.SnapshotUtil;
import org.jspecify.annotations.Nullable;

/**
 * The copy of a record in the summary of the snapshot that was committed with it: for people who
 * want to know where rows came from, and to see that a table was set back.
 *
 * @param run that made the commit
 * @param commits the record's count, this commit included
 */
record SnapshotCopy(String run, long commits) {
  private static final String PREFIX = ReplicaRecord.PROPERTY + ".";

  /** The entries of a summary. */
  static Map<String, String> entries(ReplicaRecord record) {
    Map<String, String> entries = new HashMap<>();
    entries.put(PREFIX + "position", record.position());
    entries.put(PREFIX + "source", record.source());
    entries.put(PREFIX + "kind", record.kind());
    entries.put(PREFIX + "run", record.run());
    entries.put(PREFIX + "epoch", Long.toString(record.epoch()));
    entries.put(PREFIX + "commits", Long.toString(record.commits()));
    return entries;
  }

  /** Null if no mirror made the snapshot. */
  static @Nullable SnapshotCopy of(Snapshot snapshot) {
    Map<String, String> summary = snapshot.summary();
    String run = summary == null ? null : summary.get(PREFIX + "run");
    String commits = summary == null ? null : summary.get(PREFIX + "commits");
    if (run == null || commits == null) {
      return null;
    }
    try {
      return new SnapshotCopy(run, Long.parseLong(commits));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  /** The newest in the history of the current snapshot, as far as it is not expired. */
  static @Nullable SnapshotCopy newest(Table table) {
    for (Snapshot snapshot : history(table)) {
      @Nullable SnapshotCopy copy = of(snapshot);
      if (copy != null) {
        return copy;
      }
    }
    return null;
  }

  /** Whether a snapshot in the history of the current one was committed with a record. */
  static boolean isIn(Table table, ReplicaRecord record) {
    SnapshotCopy sought = new SnapshotCopy(record.run(), record.commits());
    for (Snapshot snapshot : history(table)) {
      if (Objects.equals(of(snapshot), sought)) {
        return true;
      }
    }
    return false;
  }

  /** Newest first. */
  static Iterable<Snapshot> history(Table table) {
    @Nullable Snapshot head = table.currentSnapshot();
    return head == null ? List.of() : SnapshotUtil.ancestorsOf(head.snapshotId(), table::snapshot);
  }
}

package io.icerunner.internal.scan;

import io.icerunner.internal.scan.TableChanges.Kind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * Walks from a snapshot to its parents. The order of a table's history is that of parents: the
 * clocks of writers may differ, and expiry leaves gaps that only a missing parent tells.
 */
final class ChangeWalk {
  private final Table table;
  private final @Nullable Long from;
  private final @Nullable Snapshot to;

  ChangeWalk(Table table, @Nullable Long from, @Nullable Snapshot to) {
    this.table = table;
    this.from = from;
    this.to = to;
  }

  TableChanges walk() {
    if (from != null && table.snapshot(from) == null) {
      return obstacle(Kind.EXPIRED, "snapshot %s has expired".formatted(from));
    }
    List<Snapshot> range = new ArrayList<>();
    Snapshot snapshot = to;
    while (snapshot != null && !isFrom(snapshot)) {
      range.add(snapshot);
      Long parent = snapshot.parentId();
      Snapshot before = parent == null ? null : table.snapshot(parent);
      if (parent != null && before == null) {
        return obstacle(Kind.EXPIRED, gap(parent));
      }
      snapshot = before;
    }
    if (snapshot == null && from != null) {
      return isReplaced(from, range) ? replaced(range) : rolledBack(from);
    }
    Collections.reverse(range);
    return range.isEmpty() ? new TableChanges(Kind.NONE, "", List.of()) : follow(range);
  }

  private boolean isFrom(Snapshot snapshot) {
    return from != null && snapshot.snapshotId() == from;
  }

  private String gap(long missing) {
    return from == null
        ? "snapshot %s of its history has expired".formatted(missing)
        : "snapshot %s, between the snapshots %s and %s, has expired"
            .formatted(missing, from, id(to));
  }

  /**
   * A table that was replaced begins a new history beside the old one; after a rollback both have
   * the same beginning.
   */
  private boolean isReplaced(long from, List<Snapshot> history) {
    Snapshot oldest = table.snapshot(from);
    while (oldest != null && oldest.parentId() != null) {
      oldest = table.snapshot(oldest.parentId());
    }
    return oldest != null
        && (history.isEmpty()
            || oldest.snapshotId() != history.get(history.size() - 1).snapshotId());
  }

  private static TableChanges replaced(List<Snapshot> history) {
    if (history.isEmpty()) {
      return obstacle(Kind.REWRITE, "the table was replaced by an empty one");
    }
    Snapshot first = history.get(history.size() - 1);
    return obstacle(
        Kind.REWRITE,
        "snapshot %s (%s) replaced the whole table"
            .formatted(first.snapshotId(), first.operation()));
  }

  private TableChanges rolledBack(long from) {
    return obstacle(
        Kind.ROLLED_BACK,
        "snapshot %s is not in the history of snapshot %s; the table was rolled back"
            .formatted(from, id(to)));
  }

  private static @Nullable Long id(@Nullable Snapshot snapshot) {
    return snapshot == null ? null : snapshot.snapshotId();
  }

  private TableChanges follow(List<Snapshot> range) {
    List<Snapshot> appended = new ArrayList<>();
    for (Snapshot snapshot : range) {
      if (!DataOperations.REPLACE.equals(snapshot.operation())) {
        RowRemoval removal = RowRemoval.of(table, snapshot);
        if (!removal.isNone()) {
          String operation = String.valueOf(snapshot.operation());
          return new TableChanges(
              Kind.REWRITE,
              "snapshot %s (%s) %s".formatted(snapshot.snapshotId(), operation, removal.text()),
              appended);
        }
        appended.add(snapshot);
      }
    }
    return new TableChanges(Kind.APPEND, "", appended);
  }

  private static TableChanges obstacle(Kind kind, String reason) {
    return new TableChanges(kind, reason, List.of());
  }
}

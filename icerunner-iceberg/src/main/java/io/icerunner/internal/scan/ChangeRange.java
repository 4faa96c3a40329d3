package io.icerunner.internal.scan;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * The rows that were appended to a table after a snapshot.
 *
 * @param from the snapshot after which they begin; null for the beginning of the table's history
 * @param appended the snapshots that added them, in the order of the history
 */
record ChangeRange(@Nullable Long from, List<Snapshot> appended) {
  ChangeRange {
    appended = List.copyOf(appended);
  }

  /**
   * @param to the last snapshot; null for a table that has none
   * @throws IceRunnerException NOT_FOUND if a snapshot that is needed has expired; INVALID_ARGUMENT
   *     if one removed or changed rows, or the first is not in the history of the last
   */
  static ChangeRange of(
      TableIdentifier identifier, Table table, @Nullable Long from, @Nullable Snapshot to) {
    TableChanges changes = TableChanges.between(table, from, to);
    if (changes.isFollowed()) {
      return new ChangeRange(from, changes.appended());
    }
    String message =
        "Cannot read the changes of table %s since %s: %s; read the whole table instead"
            .formatted(
                identifier, from == null ? "its beginning" : "snapshot " + from, changes.reason());
    throw changes.kind() == TableChanges.Kind.EXPIRED
        ? IceRunnerException.notFound(message)
        : IceRunnerException.invalidArgument(message);
  }

  /**
   * The last snapshot of a range that names it.
   *
   * @throws IceRunnerException NOT_FOUND if the table does not have it
   */
  static Snapshot end(TableIdentifier identifier, Table table, long to) {
    Snapshot snapshot = table.snapshot(to);
    if (snapshot == null) {
      throw IceRunnerException.notFound(
          "Cannot read the changes of table %s up to snapshot %s: the snapshot has expired, or is of another table"
              .formatted(identifier, to));
    }
    return snapshot;
  }

  List<Long> appendedIds() {
    return appended.stream().map(Snapshot::snapshotId).toList();
  }
}

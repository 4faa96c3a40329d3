package io.icerunner.internal.register;

import io.icerunner.error.IceRunnerException;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/** Counts the rows of a table by its manifests. */
final class TableRows {
  private TableRows() {}

  /** Rows in all live data files; rows that delete files take away are counted too. */
  static long count(Table table) {
    @Nullable Snapshot current = table.currentSnapshot();
    if (current == null) {
      return 0;
    }
    long rows = 0;
    for (ManifestFile manifest : current.dataManifests(table.io())) {
      rows += manifest.addedRowsCount() + manifest.existingRowsCount();
    }
    return rows;
  }

  /**
   * Checks that the table holds at least what is recorded as registered.
   *
   * @throws IceRunnerException INTERNAL if it holds fewer rows
   */
  static long checked(Table table, UnitRecord record) {
    long rows = count(table);
    if (rows < record.rows()) {
      throw IceRunnerException.internal(
          "Cannot vouch for table %s: %s units with %s rows are recorded as registered, and it has %s rows; somebody else has removed some"
              .formatted(table.name(), record.size(), record.rows(), rows),
          null);
    }
    return rows;
  }
}

package io.icerunner.internal.scan;

import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/** Counts what snapshots added. */
final class AddedTotals {

  private AddedTotals() {}

  /** By manifest lists and summaries; null if they do not say the same. */
  static @Nullable SnapshotTotals of(SnapshotSource source, List<Snapshot> appended) {
    AddedManifests added = new AddedManifests(source.snapshot(), source.io());
    long records = 0;
    long bytes = 0;
    for (Snapshot snapshot : appended) {
      Long rows = rows(added.of(snapshot));
      Map<String, String> summary = snapshot.summary();
      long size = claimed(summary, SnapshotSummary.ADDED_FILE_SIZE_PROP);
      if (rows == null
          || size < 0
          || rows != claimed(summary, SnapshotSummary.ADDED_RECORDS_PROP)) {
        return null;
      }
      records += rows;
      bytes += size;
    }
    return SnapshotTotals.of(records, bytes);
  }

  /** By the summary if it tells, else by the manifest list, else by the manifests. */
  static long records(Table table, Snapshot snapshot) {
    long claimed = claimed(snapshot.summary(), SnapshotSummary.ADDED_RECORDS_PROP);
    if (claimed >= 0) {
      return claimed;
    }
    Long rows = rows(AddedManifests.own(snapshot, snapshot.dataManifests(table.io())));
    if (rows != null) {
      return rows;
    }
    long records = 0;
    for (DataFile file :
        SnapshotChanges.builderFor(table).snapshot(snapshot).build().addedDataFiles()) {
      records += file.recordCount();
    }
    return records;
  }

  private static long claimed(@Nullable Map<String, String> summary, String property) {
    return summary == null ? -1 : SnapshotTotalsReader.number(summary, property);
  }

  /** Null if a count is missing, which the oldest format allows. */
  private static @Nullable Long rows(List<ManifestFile> manifests) {
    long rows = 0;
    for (ManifestFile manifest : manifests) {
      Long added = manifest.addedRowsCount();
      if (added == null) {
        return null;
      }
      rows += added;
    }
    return rows;
  }
}

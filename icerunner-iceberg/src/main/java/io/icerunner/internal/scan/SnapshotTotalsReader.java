package io.icerunner.internal.scan;

import java.util.List;
import java.util.Map;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.exceptions.NotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * Counts rows and bytes by the manifest list and the snapshot's summary when both say the same,
 * else by the manifests.
 */
final class SnapshotTotalsReader {

  private SnapshotTotalsReader() {}

  static SnapshotTotals read(SnapshotSource source, ScanPlanner planner) {
    try {
      ChangeRange range = source.range();
      if (range == null && source.hasDeleteFiles()) {
        return SnapshotTotals.UNKNOWN;
      }
      SnapshotTotals quick =
          range == null ? byManifestList(source) : AddedTotals.of(source, range.appended());
      return quick != null ? quick : planner.files(source).totals();
    } catch (NotFoundException e) {
      throw FileListing.missingMetadata(source, e);
    }
  }

  private static @Nullable SnapshotTotals byManifestList(SnapshotSource source) {
    List<ManifestFile> manifests = source.dataManifests();
    long rows = 0;
    long files = 0;
    for (ManifestFile manifest : manifests) {
      Long addedRows = manifest.addedRowsCount();
      Long existingRows = manifest.existingRowsCount();
      Integer addedFiles = manifest.addedFilesCount();
      Integer existingFiles = manifest.existingFilesCount();
      if (addedRows == null
          || existingRows == null
          || addedFiles == null
          || existingFiles == null) {
        return null;
      }
      rows += addedRows + existingRows;
      files += addedFiles + existingFiles;
    }
    return bySummary(source.snapshot().summary(), rows, files);
  }

  static @Nullable SnapshotTotals bySummary(
      @Nullable Map<String, String> summary, long rows, long files) {
    if (summary == null
        || number(summary, SnapshotSummary.TOTAL_RECORDS_PROP) != rows
        || number(summary, SnapshotSummary.TOTAL_DATA_FILES_PROP) != files) {
      return null;
    }
    long bytes = number(summary, SnapshotSummary.TOTAL_FILE_SIZE_PROP);
    return bytes < 0 ? null : SnapshotTotals.of(rows, bytes);
  }

  /** Negative if there is no such number. */
  static long number(Map<String, String> summary, String property) {
    try {
      return Long.parseLong(summary.getOrDefault(property, "-1"));
    } catch (NumberFormatException e) {
      return -1;
    }
  }
}

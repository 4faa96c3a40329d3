package io.icerunner.internal.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * What a snapshot did to rows that were there before.
 *
 * @param removedDataFiles data files that it removed
 * @param addedDeleteFiles delete files that it added
 * @param removedDeleteFiles delete files that it removed, so that rows came back
 */
record RowRemoval(int removedDataFiles, int addedDeleteFiles, int removedDeleteFiles) {
  private static final RowRemoval NONE = new RowRemoval(0, 0, 0);
  private static final List<String> REMOVING =
      List.of(
          SnapshotSummary.DELETED_FILES_PROP,
          SnapshotSummary.ADDED_DELETE_FILES_PROP,
          SnapshotSummary.REMOVED_DELETE_FILES_PROP);

  /**
   * Reads the manifest list, unless the snapshot says that it appends. The name of another
   * operation tells nothing: an overwrite may have found nothing to remove.
   */
  static RowRemoval of(Table table, Snapshot snapshot) {
    if (DataOperations.APPEND.equals(snapshot.operation()) && claimsNoRemoval(snapshot.summary())) {
      return NONE;
    }
    List<ManifestFile> data = AddedManifests.own(snapshot, snapshot.dataManifests(table.io()));
    List<ManifestFile> deletes = AddedManifests.own(snapshot, snapshot.deleteManifests(table.io()));
    Integer removedData = sum(data, ManifestFile::deletedFilesCount);
    Integer addedDeletes = sum(deletes, ManifestFile::addedFilesCount);
    Integer removedDeletes = sum(deletes, ManifestFile::deletedFilesCount);
    return removedData == null || addedDeletes == null || removedDeletes == null
        ? byManifests(table, snapshot)
        : new RowRemoval(
            Math.max(removedData, claimedRemovals(snapshot)), addedDeletes, removedDeletes);
  }

  private static boolean claimsNoRemoval(@Nullable Map<String, String> summary) {
    return summary == null
        || REMOVING.stream().allMatch(key -> summary.getOrDefault(key, "0").equals("0"));
  }

  /** Writers may drop a manifest whose files they removed, instead of saying so in it. */
  private static int claimedRemovals(Snapshot snapshot) {
    Map<String, String> summary = snapshot.summary();
    return summary == null
        ? 0
        : (int) SnapshotTotalsReader.number(summary, SnapshotSummary.DELETED_FILES_PROP);
  }

  /** Null if a count is missing, which the oldest format allows. */
  private static @Nullable Integer sum(
      List<ManifestFile> manifests, Function<ManifestFile, @Nullable Integer> count) {
    int sum = 0;
    for (ManifestFile manifest : manifests) {
      Integer files = count.apply(manifest);
      if (files == null) {
        return null;
      }
      sum += files;
    }
    return sum;
  }

  private static RowRemoval byManifests(Table table, Snapshot snapshot) {
    SnapshotChanges changes = SnapshotChanges.builderFor(table).snapshot(snapshot).build();
    return new RowRemoval(
        size(changes.removedDataFiles()),
        size(changes.addedDeleteFiles()),
        size(changes.removedDeleteFiles()));
  }

  private static int size(Iterable<?> files) {
    int size = 0;
    for (Object ignored : files) {
      size++;
    }
    return size;
  }

  boolean isNone() {
    return equals(NONE);
  }

  /** As in "removes 2 data files and adds 1 delete file". */
  String text() {
    List<String> parts = new ArrayList<>();
    addPart(parts, "removes %s data file", removedDataFiles);
    addPart(parts, "adds %s delete file", addedDeleteFiles);
    addPart(parts, "removes %s delete file", removedDeleteFiles);
    return String.join(" and ", parts);
  }

  private static void addPart(List<String> parts, String form, int files) {
    if (files > 0) {
      parts.add(form.formatted(files) + (files == 1 ? "" : "s"));
    }
  }
}

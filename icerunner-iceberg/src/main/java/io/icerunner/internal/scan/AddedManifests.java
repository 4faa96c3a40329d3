package io.icerunner.internal.scan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * The manifests that name the files which snapshots of a range added. Most are still in the list of
 * the last snapshot, so that the lists of the others, each as long as the table, need not be read.
 */
final class AddedManifests {
  private final FileIO io;
  private final Map<@Nullable Long, List<ManifestFile>> inLast = new HashMap<>();

  AddedManifests(Snapshot last, FileIO io) {
    this.io = io;
    this.inLast.putAll(
        last.dataManifests(io).stream()
            .filter(manifest -> manifest.snapshotId() != null)
            .collect(Collectors.groupingBy(ManifestFile::snapshotId)));
  }

  /** The manifests that the snapshot wrote. They may name files of earlier snapshots too. */
  List<ManifestFile> of(Snapshot snapshot) {
    List<ManifestFile> kept = inLast.getOrDefault(snapshot.snapshotId(), List.of());
    return isAll(kept, snapshot.summary()) ? kept : own(snapshot, snapshot.dataManifests(io));
  }

  static List<ManifestFile> own(Snapshot snapshot, List<ManifestFile> manifests) {
    return manifests.stream()
        .filter(manifest -> Objects.equals(manifest.snapshotId(), snapshot.snapshotId()))
        .toList();
  }

  private static boolean isAll(List<ManifestFile> kept, @Nullable Map<String, String> summary) {
    if (summary == null) {
      return false;
    }
    long files = 0;
    for (ManifestFile manifest : kept) {
      Integer added = manifest.addedFilesCount();
      if (added == null) {
        return false;
      }
      files += added;
    }
    return files == SnapshotTotalsReader.number(summary, SnapshotSummary.ADDED_FILES_PROP);
  }
}

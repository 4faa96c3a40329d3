package io.icerunner.internal.scan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.expressions.Expression;
import org.jspecify.annotations.Nullable;

/**
 * Lists the files that snapshots added, whether or not a later one compacted them away: they exist
 * as long as their snapshot does. Only the manifests that these snapshots wrote are read.
 */
final class AddedFiles {
  private final SnapshotSource source;
  private final PlanningThreads threads;
  private final FileListing listing;

  AddedFiles(SnapshotSource source, PlanningThreads threads, FileListing listing) {
    this.source = source;
    this.threads = threads;
    this.listing = listing;
  }

  /**
   * One read.
   *
   * @param manifest what is read; null for all that the snapshot wrote
   */
  private record Read(Snapshot snapshot, @Nullable ManifestFile manifest) {}

  /** In the order of the snapshots. */
  List<LiveFile> list(List<Snapshot> appended, Expression filter) {
    AddedManifests added = new AddedManifests(source.snapshot(), source.io());
    List<List<ManifestFile>> manifests = threads.map(appended, added::of);
    List<Read> reads = new ArrayList<>();
    for (int i = 0; i < appended.size(); i++) {
      Snapshot snapshot = appended.get(i);
      if (manifests.get(i).stream().allMatch(AddedFiles::namesOnlyAdded)) {
        manifests.get(i).forEach(manifest -> reads.add(new Read(snapshot, manifest)));
      } else {
        reads.add(new Read(snapshot, null));
      }
    }
    return inOrder(reads, threads.map(reads, read -> files(read, filter)));
  }

  /** Sequence numbers are no help here: the oldest format has none. */
  private static List<LiveFile> inOrder(List<Read> reads, List<List<LiveFile>> read) {
    Map<Snapshot, List<LiveFile>> bySnapshot = new LinkedHashMap<>();
    for (int i = 0; i < reads.size(); i++) {
      bySnapshot
          .computeIfAbsent(reads.get(i).snapshot(), snapshot -> new ArrayList<>())
          .addAll(read.get(i));
    }
    List<LiveFile> files = new ArrayList<>();
    for (List<LiveFile> ofSnapshot : bySnapshot.values()) {
      ofSnapshot.sort(FileListing.ORDER_OF_ADDITION);
      files.addAll(ofSnapshot);
    }
    return files;
  }

  private List<LiveFile> files(Read read, Expression filter) {
    if (read.manifest() != null) {
      return listing.read(read.manifest(), filter, file -> false);
    }
    List<LiveFile> files = new ArrayList<>();
    FileFilter matches = new FileFilter(source.schema(), source.specs(), filter);
    for (DataFile file :
        SnapshotChanges.builderFor(source.table())
            .snapshot(read.snapshot())
            .build()
            .addedDataFiles()) {
      if (file.recordCount() > 0 && matches.mayMatch(file)) {
        files.add(LiveFile.of(file, false));
      }
    }
    return files;
  }

  /** False for a manifest that was merged with older ones, whose files are in it too. */
  private static boolean namesOnlyAdded(ManifestFile manifest) {
    Integer existing = manifest.existingFilesCount();
    return existing != null && existing == 0;
  }
}

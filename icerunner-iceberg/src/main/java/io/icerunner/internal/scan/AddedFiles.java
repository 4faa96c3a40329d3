package io.icerunner.internal.scan;

import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotChanges;
import org.apache.iceberg.expressions.Expression;

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

  /** In the order of the snapshots. */
  List<LiveFile> list(List<Snapshot> appended, Expression filter) {
    AddedManifests manifests = new AddedManifests(source.snapshot(), source.io());
    List<LiveFile> files = new ArrayList<>();
    threads
        .map(appended, snapshot -> added(snapshot, manifests.of(snapshot), filter))
        .forEach(files::addAll);
    return files;
  }

  private List<LiveFile> added(Snapshot snapshot, List<ManifestFile> manifests, Expression filter) {
    List<LiveFile> files = new ArrayList<>();
    if (manifests.stream().allMatch(AddedFiles::namesOnlyAdded)) {
      for (ManifestFile manifest : manifests) {
        files.addAll(listing.read(manifest, filter, file -> false));
      }
    } else {
      FileFilter matches = new FileFilter(source.schema(), source.specs(), filter);
      for (DataFile file :
          SnapshotChanges.builderFor(source.table()).snapshot(snapshot).build().addedDataFiles()) {
        if (file.recordCount() > 0 && matches.mayMatch(file)) {
          files.add(LiveFile.of(file, false));
        }
      }
    }
    files.sort(FileListing.ORDER_OF_ADDITION);
    return files;
  }

  /** False for a manifest that was merged with older ones, whose files are in it too. */
  private static boolean namesOnlyAdded(ManifestFile manifest) {
    Integer existing = manifest.existingFilesCount();
    return existing != null && existing == 0;
  }
}

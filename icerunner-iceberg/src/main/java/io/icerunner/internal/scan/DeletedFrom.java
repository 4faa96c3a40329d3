package io.icerunner.internal.scan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.io.CloseableIterable;

/** Tells which data files of a snapshot have rows that delete files may delete. */
final class DeletedFrom {

  private DeletedFrom() {}

  /**
   * Matches delete files with data files as Iceberg does. A delete file that matches none, which a
   * location spelled in another way brings about, counts for all.
   */
  static Predicate<DataFile> read(
      SnapshotSource source, Map<Integer, PartitionSpec> specs, PlanningThreads threads) {
    Set<String> dataFiles = new HashSet<>();
    Set<String> matched = new HashSet<>();
    try (CloseableIterable<FileScanTask> tasks =
        source
            .table()
            .newScan()
            .useSnapshot(source.snapshot().snapshotId())
            .planWith(threads.executor())
            .planFiles()) {
      for (FileScanTask task : tasks) {
        for (DeleteFile delete : task.deletes()) {
          dataFiles.add(task.file().location());
          matched.add(key(delete));
        }
      }
      return allMatched(source, specs, matched)
          ? file -> dataFiles.contains(file.location())
          : file -> true;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot plan table " + source.identifier(), e);
    }
  }

  private static boolean allMatched(
      SnapshotSource source, Map<Integer, PartitionSpec> specs, Set<String> matched)
      throws IOException {
    for (ManifestFile manifest : source.snapshot().deleteManifests(source.io())) {
      try (ManifestReader<DeleteFile> reader =
          ManifestFiles.readDeleteManifest(manifest, source.io(), specs)) {
        for (DeleteFile delete : reader) {
          if (!matched.contains(key(delete))) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /** One Puffin file may hold the deletion vectors of many data files. */
  private static String key(DeleteFile delete) {
    return delete.contentOffset() + "@" + delete.location();
  }
}

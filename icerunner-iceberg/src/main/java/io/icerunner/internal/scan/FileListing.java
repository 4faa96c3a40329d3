package io.icerunner.internal.scan;

import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.ManifestEvaluator;
import org.apache.iceberg.io.CloseableIterable;

/**
 * Lists the files of a snapshot that may hold rows matching a filter, in the order in which they
 * were added. Files without rows are left out.
 */
final class FileListing {
  private static final Comparator<LiveFile> ORDER_OF_ADDITION =
      Comparator.<LiveFile>comparingLong(FileListing::sequenceNumber)
          .thenComparing(FileListing::manifest)
          .thenComparingLong(FileListing::position);

  private final SnapshotSource source;
  private final Map<Integer, PartitionSpec> specs;
  private final PlanningThreads threads;

  FileListing(SnapshotSource source, PlanningThreads threads) {
    this.source = source;
    this.specs = source.specs();
    this.threads = threads;
  }

  /** The files with their statistics. */
  List<LiveFile> list(Expression filter) {
    try {
      Set<String> deletedFrom = source.hasDeleteFiles() ? filesWithDeletes() : Set.of();
      List<LiveFile> files = new ArrayList<>();
      threads
          .map(manifests(filter), manifest -> read(manifest, filter, deletedFrom))
          .forEach(files::addAll);
      files.sort(ORDER_OF_ADDITION);
      return files;
    } catch (NotFoundException e) {
      throw missingMetadata(source, e);
    }
  }

  static IceRunnerException missingMetadata(SnapshotSource source, NotFoundException e) {
    return IceRunnerException.notFound(
        "Cannot read table %s: a metadata file of snapshot %s is missing (%s); the snapshot may have expired"
            .formatted(source.identifier(), source.snapshot().snapshotId(), e.getMessage()));
  }

  private List<ManifestFile> manifests(Expression filter) {
    return source.dataManifests().stream()
        .filter(manifest -> manifest.hasAddedFiles() || manifest.hasExistingFiles())
        .filter(
            manifest -> ManifestEvaluator.forRowFilter(filter, spec(manifest), true).eval(manifest))
        .toList();
  }

  private List<LiveFile> read(ManifestFile manifest, Expression filter, Set<String> deletedFrom) {
    PartitionSpec spec = spec(manifest);
    List<LiveFile> files = new ArrayList<>();
    try (ManifestReader<DataFile> reader =
        ManifestFiles.read(manifest, source.io(), specs).filterRows(filter).caseSensitive(true)) {
      for (DataFile file : reader) {
        if (file.recordCount() > 0) {
          files.add(LiveFile.of(file, spec, deletedFrom.contains(file.location())));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read manifest " + manifest.path(), e);
    }
    return files;
  }

  private PartitionSpec spec(ManifestFile manifest) {
    return Objects.requireNonNull(specs.get(manifest.partitionSpecId()), "no such spec");
  }

  private Set<String> filesWithDeletes() {
    Set<String> locations = new HashSet<>();
    try (CloseableIterable<FileScanTask> tasks =
        source
            .table()
            .newScan()
            .useSnapshot(source.snapshot().snapshotId())
            .planWith(threads.executor())
            .planFiles()) {
      for (FileScanTask task : tasks) {
        if (!task.deletes().isEmpty()) {
          locations.add(task.file().location());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot plan table " + source.identifier(), e);
    }
    return locations;
  }

  private static long sequenceNumber(LiveFile live) {
    Long number = live.file().dataSequenceNumber();
    return number == null ? 0 : number;
  }

  private static String manifest(LiveFile live) {
    String location = live.file().manifestLocation();
    return location == null ? "" : location;
  }

  private static long position(LiveFile live) {
    Long position = live.file().pos();
    return position == null ? 0 : position;
  }
}

package io.icerunner.internal.scan;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.ManifestEvaluator;

/**
 * Lists the files of a snapshot, or of a range of snapshots, that may hold rows matching a filter,
 * in the order in which they were added. Files without rows are left out.
 */
final class FileListing {
  static final Comparator<LiveFile> ORDER_OF_ADDITION =
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
      ChangeRange range = source.range();
      if (range != null) {
        return new AddedFiles(source, threads, this).list(range.appended(), filter);
      }
      Predicate<DataFile> hasDeletes =
          source.hasDeleteFiles() ? DeletedFrom.read(source, specs, threads) : file -> false;
      List<LiveFile> files = new ArrayList<>();
      threads
          .map(manifests(filter), manifest -> read(manifest, filter, hasDeletes))
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

  List<LiveFile> read(ManifestFile manifest, Expression filter, Predicate<DataFile> hasDeletes) {
    List<LiveFile> files = new ArrayList<>();
    try (ManifestReader<DataFile> reader =
        ManifestFiles.read(manifest, source.io(), specs).filterRows(filter).caseSensitive(true)) {
      for (DataFile file : reader) {
        if (file.recordCount() > 0) {
          files.add(LiveFile.of(file, hasDeletes.test(file)));
        }
      }
      return files;
    } catch (NotFoundException | ValidationException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      throw new IceRunnerException(
          ErrorCode.UNSUPPORTED,
          "Cannot read table %s: manifest %s is damaged or in an unknown form: %s"
              .formatted(source.identifier(), manifest.path(), e),
          e);
    }
  }

  private PartitionSpec spec(ManifestFile manifest) {
    return source.spec(specs, manifest.partitionSpecId());
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

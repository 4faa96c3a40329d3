package io.icerunner.internal.scan;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.UnreadableFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.parquet.ParquetSchemaUtil;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Lists data files that mean the same outside their table: all of their rows count, and their
 * columns need neither the table's name mapping nor its partitions to be found.
 */
final class WholeFiles {
  private static final String TOO_MANY =
      "it has more than %s data files, which are too many to give away".formatted(TableFiles.MOST);

  private final SnapshotSource source;
  private final PlanningThreads threads;
  private final Footers footers;

  WholeFiles(SnapshotSource source, PlanningThreads threads, Footers footers) {
    this.source = source;
    this.threads = threads;
    this.footers = footers;
  }

  /**
   * @throws IceRunnerException UNSUPPORTED naming a file that is none of these; NOT_FOUND naming
   *     one that does not exist
   */
  TableFiles list() {
    refuse(source.range() == null && count() > TableFiles.MOST ? TOO_MANY : null);
    List<LiveFile> live = new FileListing(source, threads).list(Expressions.alwaysTrue());
    boolean unevolved = source.unevolved();
    Map<Integer, PartitionSpec> specs = source.specs();
    List<DataFile> files = new ArrayList<>();
    List<DataFile> toOpen = new ArrayList<>();
    for (LiveFile each : live) {
      refuse(each.refusal());
      files.add(each.file());
      if (!unevolved || IdentityColumns.mayBeMissing(source.spec(specs, each.file().specId()))) {
        toOpen.add(each.file());
      }
    }
    refuse(files.size() > TableFiles.MOST ? TOO_MANY : null);
    threads
        .map(toOpen, file -> check(file, source.spec(specs, file.specId())))
        .forEach(this::refuse);
    return new TableFiles(files, source.io());
  }

  /** By the manifest list alone, as far as it tells. */
  private long count() {
    long count = 0;
    for (ManifestFile manifest : source.dataManifests()) {
      Integer added = manifest.addedFilesCount();
      Integer existing = manifest.existingFilesCount();
      count += (added == null ? 0 : added) + (existing == null ? 0 : existing);
    }
    return count;
  }

  private void refuse(@Nullable String refusal) {
    if (refusal != null && !refusal.isEmpty()) {
      throw TableRules.unsupported(source.identifier(), refusal);
    }
  }

  /** The refusal; empty if there is none. */
  private String check(DataFile file, PartitionSpec spec) {
    try {
      MessageType stored = footers.schema(source.io(), file);
      if (!ParquetSchemaUtil.hasIds(stored)) {
        throw new UnreadableFile("it has no field ids, so that it is nothing without its table");
      }
      FileColumns columns = FileColumns.of(stored, source);
      if (!IdentityColumns.constants(source, file, spec, columns.schema()).isEmpty()) {
        throw new UnreadableFile("it lacks a column that its table is partitioned by");
      }
      return "";
    } catch (UnreadableFile e) {
      return "data file %s: %s".formatted(file.location(), e.getMessage());
    } catch (NotFoundException e) {
      throw IceRunnerException.notFound(
          "Cannot read table %s: data file %s is missing"
              .formatted(source.identifier(), file.location()));
    }
  }
}

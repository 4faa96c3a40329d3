package io.icerunner.internal.scan;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.UnreadableFile;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * Finds out how the columns of the files of one snapshot become those of its table: by the metadata
 * alone when it proves that nothing has changed, else by the footers. Safe for use by many threads.
 */
final class FileLayouts {
  private final Footers footers;
  private final PlanningThreads threads;
  private final FileLayout.Of unchanged;
  private final Map<MessageType, FileColumns> columns = new ConcurrentHashMap<>();
  private final Map<Key, FileLayout> layouts = new ConcurrentHashMap<>();

  FileLayouts(Footers footers, PlanningThreads threads, Schema schema) {
    this.footers = footers;
    this.threads = threads;
    this.unchanged = new FileLayout.Of(new FileLayout(schema, true), Map.of());
  }

  /**
   * The layouts of files, in their order.
   *
   * @throws IceRunnerException UNSUPPORTED naming table, file and column if a column of the table
   *     cannot be read from a file; NOT_FOUND naming the file if it does not exist
   */
  List<FileLayout.Of> of(SnapshotSource source, List<LiveFile> files) {
    boolean unevolved = source.unevolved();
    Map<Integer, PartitionSpec> specs = source.specs();
    List<LiveFile> toOpen = new ArrayList<>();
    for (LiveFile live : files) {
      if (!unevolved || IdentityColumns.mayBeMissing(source.spec(specs, live.file().specId()))) {
        toOpen.add(live);
      }
    }
    Map<LiveFile, FileLayout.Of> opened = new IdentityHashMap<>();
    List<FileLayout.Of> read =
        threads.map(
            toOpen, live -> open(source, live.file(), source.spec(specs, live.file().specId())));
    for (int i = 0; i < read.size(); i++) {
      opened.put(toOpen.get(i), read.get(i));
    }
    return files.stream().map(live -> opened.getOrDefault(live, unchanged)).toList();
  }

  private FileLayout.Of open(SnapshotSource source, DataFile file, PartitionSpec spec) {
    try {
      MessageType stored = footers.schema(source.io(), file);
      FileColumns inFile = columns.get(stored);
      if (inFile == null) {
        inFile = FileColumns.of(stored, source);
        columns.put(stored, inFile);
      }
      Map<Integer, @Nullable Object> constants =
          IdentityColumns.constants(source, file, spec, inFile.schema());
      return new FileLayout.Of(layout(stored, inFile, constants.keySet()), constants);
    } catch (UnreadableFile e) {
      throw TableRules.unsupported(
          source.identifier(), "data file %s: %s".formatted(file.location(), e.getMessage()));
    } catch (NotFoundException e) {
      throw IceRunnerException.notFound(
          "Cannot read table %s: data file %s is missing"
              .formatted(source.identifier(), file.location()));
    }
  }

  private FileLayout layout(MessageType stored, FileColumns inFile, Set<Integer> constantFields) {
    return layouts.computeIfAbsent(
        new Key(stored, constantFields),
        key -> new FileLayout(inFile.schema(), inFile.current() && constantFields.isEmpty()));
  }

  private record Key(MessageType stored, Set<Integer> constantFields) {
    Key {
      constantFields = Set.copyOf(constantFields);
    }
  }
}

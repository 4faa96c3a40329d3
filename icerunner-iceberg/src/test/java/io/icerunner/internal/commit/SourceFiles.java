package io.icerunner.internal.commit;

import io.icerunner.internal.catalog.LocalPaths;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;

/** Files of a lake that belongs to somebody else. What is in them does not matter here. */
final class SourceFiles {
  static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "tile", Types.StringType.get()),
          Types.NestedField.optional(3, "year", Types.IntegerType.get()));
  static final PartitionSpec SPEC =
      PartitionSpec.builderFor(SCHEMA).identity("tile").identity("year").build();

  private final Path folder;

  SourceFiles(Path folder) {
    this.folder = folder;
  }

  Path folder() {
    return folder;
  }

  /** Writes a file and describes it with the table's newest spec; ten rows. */
  DataFile write(Table table, String path) {
    return write(table, path, 10);
  }

  DataFile write(Table table, String path, long rows) {
    Path file = folder.resolve(path);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return describe(table, path, rows);
  }

  /** The same without a file on disk. */
  DataFile describe(Table table, String path, long rows) {
    DataFiles.Builder file =
        DataFiles.builder(table.spec())
            .withPath(LocalPaths.toLocation(folder.resolve(path)))
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(path.length())
            .withRecordCount(rows);
    if (table.spec().isPartitioned()) {
      file.withPartitionPath(path.substring(0, path.lastIndexOf('/')));
    }
    return file.build();
  }

  /** Paths of all files on disk, sorted. */
  List<String> onDisk() {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Paths of the files in the table's current snapshot, sorted. */
  List<String> in(Table table) {
    List<String> paths = new ArrayList<>();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      for (FileScanTask task : tasks) {
        Path file = LocalPaths.toPath(task.file().location());
        paths.add(folder.relativize(file).toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    paths.sort(null);
    return paths;
  }
}

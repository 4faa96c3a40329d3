package io.icerunner.internal.register.source;

import io.icerunner.internal.parquet.ParquetColumns;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** A source on this machine with a store to read it. */
final class SourceFolder implements AutoCloseable {
  /** For manifests that are not in Parquet. */
  static final ParquetColumns NO_PARQUET =
      new ParquetColumns() {
        @Override
        public List<Types.NestedField> columns(Path file) {
          throw new UnsupportedOperationException();
        }

        @Override
        public void forEach(Path file, List<String> columns, Consumer<Object[]> row) {
          throw new UnsupportedOperationException();
        }

        @Override
        public List<Object> distinct(Path file, String column, int limit) {
          throw new UnsupportedOperationException();
        }
      };

  private final Path folder;
  private final SourceStore store = SourceStore.open(Map.of(), WeatherPolicy.DEFAULT);

  SourceFolder(Path folder) {
    this.folder = folder;
  }

  SourceStore store() {
    return store;
  }

  String location() {
    return folder.toString();
  }

  /** Makes files of a few bytes. */
  SourceFolder with(String... paths) {
    for (String path : paths) {
      write(path, "some");
    }
    return this;
  }

  Path write(String path, String content) {
    try {
      Path file = folder.resolve(path);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void touch(String path, Instant modified) throws IOException {
    Files.setLastModifiedTime(folder.resolve(path), FileTime.from(modified));
  }

  /** The units of a CSV manifest beside the source. */
  UnitSource manifest(String csv) {
    return manifest("done.csv", csv, null);
  }

  UnitSource manifest(String name, String text, @Nullable String filesColumn) {
    Path manifest = write("../manifests/" + name, text);
    return UnitSources.manifest(
        store,
        location(),
        new ManifestOptions(manifest.toString(), List.of(), "rows", filesColumn),
        NO_PARQUET);
  }

  /** Paths of files below the source. */
  List<String> paths(UnitFiles files) {
    SourceRoot root = SourceRoot.of(location());
    return files.files().stream().map(file -> root.relative(file.location())).toList();
  }

  @Override
  public void close() {
    store.close();
  }
}

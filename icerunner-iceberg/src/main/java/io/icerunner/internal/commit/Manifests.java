package io.icerunner.internal.commit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/** Reads manifests of data files without the statistics of columns. */
final class Manifests {
  private static final List<String> WITHOUT_STATISTICS =
      List.of(
          "file_path",
          "file_format",
          "partition",
          "record_count",
          "file_size_in_bytes",
          "split_offsets",
          "sort_order_id",
          "key_metadata");

  private Manifests() {}

  /** Of the current snapshot; none if there is no snapshot. */
  static List<ManifestFile> current(Table table) {
    @Nullable Snapshot current = table.currentSnapshot();
    return current == null ? List.of() : current.dataManifests(table.io());
  }

  /** Hands over each live file, a copy of its own, with partition and size. */
  static void forEachFile(Table table, ManifestFile manifest, Consumer<DataFile> action) {
    forEachFile(table, manifest, WITHOUT_STATISTICS, action);
  }

  /** Hands over each live file with the named fields only. */
  static void forEachFile(
      Table table, ManifestFile manifest, Collection<String> fields, Consumer<DataFile> action) {
    try (ManifestReader<DataFile> files =
        ManifestFiles.read(manifest, table.io(), table.specs()).select(fields)) {
      files.forEach(action);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read manifest " + manifest.path(), e);
    }
  }
}

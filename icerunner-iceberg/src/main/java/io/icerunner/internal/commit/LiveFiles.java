package io.icerunner.internal.commit;

import io.icerunner.internal.catalog.LocationKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.ManifestEvaluator;
import org.jspecify.annotations.Nullable;

/**
 * The data files that a table has in given folders of a source. Files come without statistics of
 * columns, with partition, size and row count: as a {@link TableChange} takes them for removal.
 */
public final class LiveFiles {
  private LiveFiles() {}

  /**
   * Hands over the files one by one, without keeping them.
   *
   * @param locations of folders or of single files, in any spelling
   * @param rows a condition that all rows of the files meet: manifests of other partitions are not
   *     read. {@code Expressions.alwaysTrue()} reads all manifests
   */
  public static void forEach(
      Table table, Collection<String> locations, Expression rows, Consumer<DataFile> action) {
    Set<String> keys = new HashSet<>();
    for (String location : locations) {
      keys.add(withoutSlash(LocationKey.of(location)));
    }
    for (ManifestFile manifest : Manifests.current(table)) {
      @Nullable PartitionSpec spec = table.specs().get(manifest.partitionSpecId());
      if (spec == null || ManifestEvaluator.forRowFilter(rows, spec, true).eval(manifest)) {
        Manifests.forEachFile(
            table,
            manifest,
            file -> {
              if (isUnderAny(LocationKey.of(file.location()), keys)) {
                action.accept(file);
              }
            });
      }
    }
  }

  /** The files as a list; parameters as for {@link #forEach}. */
  public static List<DataFile> list(Table table, Collection<String> locations, Expression rows) {
    List<DataFile> files = new ArrayList<>();
    forEach(table, locations, rows, files::add);
    return files;
  }

  private static boolean isUnderAny(String key, Set<String> folders) {
    for (int end = key.length(); end > 0; end = key.lastIndexOf('/', end - 1)) {
      if (folders.contains(key.substring(0, end))) {
        return true;
      }
    }
    return false;
  }

  private static String withoutSlash(String key) {
    return key.endsWith("/") ? key.substring(0, key.length() - 1) : key;
  }
}

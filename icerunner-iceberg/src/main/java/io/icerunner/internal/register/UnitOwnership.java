package io.icerunner.internal.register;

import io.icerunner.internal.commit.LiveFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.jspecify.annotations.Nullable;

/**
 * Whose a file of the table is: that of the registered unit whose folder is nearest above it, or of
 * the unit that is the file itself. The unit {@code .} holds what is directly in the source.
 */
final class UnitOwnership {
  private static final String ROOT = ".";

  private final String source;
  private final UnitRecord record;

  UnitOwnership(String source, UnitRecord record) {
    this.source = source;
    this.record = record;
  }

  /** The live files of units. */
  List<DataFile> files(Table table, Set<String> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    List<String> locations =
        keys.stream().map(key -> key.equals(ROOT) ? source : source + key).toList();
    List<DataFile> files = new ArrayList<>();
    LiveFiles.forEach(
        table,
        locations,
        Expressions.alwaysTrue(),
        file -> {
          @Nullable String owner = owner(file.location());
          if (owner != null && keys.contains(owner)) {
            files.add(file);
          }
        });
    return files;
  }

  private @Nullable String owner(String location) {
    if (!location.startsWith(source)) {
      return null;
    }
    String key = location.substring(source.length());
    while (record.unit(key) == null) {
      int slash = key.lastIndexOf('/');
      if (slash < 0) {
        return record.unit(ROOT) == null ? null : ROOT;
      }
      key = key.substring(0, slash);
    }
    return key;
  }
}

package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.manifest.ManifestTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the row counts and files of a manifest. */
final class ManifestRows {
  private final SourceRoot root;
  private final String manifest;
  private final ManifestTable table;

  ManifestRows(SourceRoot root, String manifest, ManifestTable table) {
    this.root = root;
    this.manifest = manifest;
    this.table = table;
  }

  List<ManifestRow> read(ManifestOptions options) {
    List<String> columns = new ArrayList<>();
    columns.add(column(options.rowsColumn(), "row counts"));
    if (options.filesColumn() != null) {
      columns.add(column(options.filesColumn(), "files"));
    }
    List<ManifestRow> rows = new ArrayList<>();
    table.forEach(
        columns,
        (number, values) -> {
          long count = count(number, columns.get(0), values[0]);
          List<String> files =
              columns.size() == 1 ? List.of() : files(number, columns.get(1), values[1]);
          rows.add(new ManifestRow(number, count, files));
        });
    return rows;
  }

  private String column(String name, String what) {
    return ColumnNames.find(table.columns(), name)
        .orElseThrow(
            () ->
                IceRunnerException.invalidArgument(
                    "Cannot read the manifest %s: it has no column \"%s\" for %s; it has %s"
                        .formatted(manifest, name, what, table.columns())));
  }

  private long count(long number, String column, @Nullable Object value) {
    if (value == null) {
      throw refused(number, "\"%s\" is missing".formatted(column));
    }
    try {
      long count = Long.parseLong(value.toString());
      if (count >= 0) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Refused below, as a negative number is.
    }
    throw refused(
        number, "\"%s\" is \"%s\", but a row count is an integer from 0".formatted(column, value));
  }

  private List<String> files(long number, String column, @Nullable Object value) {
    List<?> named =
        value instanceof List<?> list ? list : value == null ? List.of() : List.of(value);
    if (named.isEmpty()) {
      throw refused(number, "\"%s\" names no file".formatted(column));
    }
    TreeSet<String> locations = new TreeSet<>();
    for (Object file : named) {
      locations.add(root.resolve(file.toString(), manifest + ", " + table.place(number)));
    }
    return List.copyOf(locations);
  }

  IceRunnerException refused(long number, String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot read the manifest %s: %s: %s".formatted(manifest, table.place(number), reason));
  }
}

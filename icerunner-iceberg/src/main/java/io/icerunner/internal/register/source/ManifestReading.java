package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.manifest.ManifestTable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Reads the units of one manifest. For one use. */
final class ManifestReading {
  private final SourceStore store;
  private final SourceRoot root;
  private final String manifest;
  private final ManifestTable table;
  private final ManifestRows reader;
  private final Map<String, ManifestUnit> units = new TreeMap<>();

  ManifestReading(SourceStore store, SourceRoot root, String manifest, ManifestTable table) {
    this.store = store;
    this.root = root;
    this.manifest = manifest;
    this.table = table;
    this.reader = new ManifestRows(root, manifest, table);
  }

  /** The units by their keys, sorted. */
  Map<String, ManifestUnit> units(ManifestOptions options) {
    List<ManifestRow> rows = table.columns().isEmpty() ? List.of() : reader.read(options);
    if (rows.isEmpty()) {
      return units;
    }
    List<String> files = rows.get(0).files();
    String example =
        files.isEmpty() ? HiveFolders.example(store, root, manifest) : root.relative(files.get(0));
    KeyColumns keys =
        KeyColumns.match(manifest, table.columns(), options, HiveFolders.keys(example), example);
    UnitKeys spelling =
        new UnitKeys(
            keys.pathKeys(), folder -> HiveFolders.anyFile(store, root, folder).isPresent());
    Iterator<ManifestRow> next = rows.iterator();
    table.forEach(
        keys.columns(),
        (number, values) -> add(next.next(), texts(keys, number, values), spelling));
    return units;
  }

  private List<@Nullable String> texts(KeyColumns keys, long number, @Nullable Object[] values) {
    List<@Nullable String> texts = new ArrayList<>(values.length);
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof List<?>) {
        throw reader.refused(
            number, "\"%s\" is a list and no value".formatted(keys.columns().get(i)));
      }
      texts.add((String) values[i]);
    }
    return texts;
  }

  private void add(ManifestRow row, List<@Nullable String> values, UnitKeys spelling) {
    boolean folder = row.files().isEmpty();
    String key = folder ? spelling.spell(values) : keyOfFiles(row, values, spelling);
    ManifestUnit unit =
        units.computeIfAbsent(
            key,
            k ->
                new ManifestUnit(
                    k,
                    table.place(row.number()),
                    folder ? List.copyOf(spelling.spellings(values)) : List.of()));
    String contradiction = unit.add(table.place(row.number()), row.rows(), row.files());
    if (contradiction != null) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the manifest %s: unit %s is there twice: %s"
              .formatted(manifest, key, contradiction));
    }
  }

  private String keyOfFiles(ManifestRow row, List<@Nullable String> values, UnitKeys spelling) {
    if (values.isEmpty()) {
      if (row.files().size() > 1) {
        throw reader.refused(
            row.number(),
            "it names %s files of one unit, but no column identifies the unit"
                .formatted(row.files().size()));
      }
      return root.relative(row.files().get(0));
    }
    String first = null;
    for (String file : row.files()) {
      String path = root.relative(file);
      String key = spelling.leading(path, values);
      if (key == null || first != null && !key.equals(first)) {
        throw reader.refused(
            row.number(),
            "the file %s is not in the folder of the unit %s"
                .formatted(path, spelling.describe(values)));
      }
      first = key;
    }
    return String.valueOf(first);
  }
}

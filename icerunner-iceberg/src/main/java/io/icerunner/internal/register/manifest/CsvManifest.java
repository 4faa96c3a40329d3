package io.icerunner.internal.register.manifest;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A manifest in CSV: a header line, commas (or tabs), quotes as RFC 4180 says. A field that is
 * empty and not quoted is null; {@code ""} is empty text. Spaces belong to the field.
 */
final class CsvManifest implements ManifestTable {
  private final String location;
  private final List<String> columns;
  private final List<CsvRecord> records;

  private CsvManifest(String location, List<String> columns, List<CsvRecord> records) {
    this.location = location;
    this.columns = columns;
    this.records = records;
  }

  /**
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT naming the line
   */
  static CsvManifest parse(String location, String text, char separator) {
    List<CsvRecord> records = new CsvReader(location, text, separator).readAll();
    if (records.isEmpty()) {
      throw Manifests.malformed(location, "it is empty; a CSV manifest begins with a header line");
    }
    List<String> columns = header(location, records.remove(0));
    for (CsvRecord record : records) {
      if (record.fields().length != columns.size()) {
        throw Manifests.malformed(
            location,
            "line %s has %s fields, but the header has %s"
                .formatted(record.line(), record.fields().length, columns.size()));
      }
    }
    return new CsvManifest(location, columns, records);
  }

  private static List<String> header(String location, CsvRecord first) {
    List<String> columns = new ArrayList<>();
    for (String name : first.fields()) {
      if (name == null || columns.contains(name)) {
        throw Manifests.malformed(
            location,
            name == null
                ? "column %s of the header has no name".formatted(columns.size() + 1)
                : "the header has the column \"%s\" twice".formatted(name));
      }
      columns.add(name);
    }
    return List.copyOf(columns);
  }

  @Override
  public List<String> columns() {
    return columns;
  }

  @Override
  public void forEach(List<String> wanted, Row row) {
    int[] positions = wanted.stream().mapToInt(columns::indexOf).toArray();
    @Nullable Object[] values = new @Nullable Object[positions.length];
    for (CsvRecord record : records) {
      for (int i = 0; i < positions.length; i++) {
        values[i] = record.fields()[positions[i]];
      }
      row.accept(record.line(), values);
    }
  }

  @Override
  public String place(long number) {
    return "line " + number;
  }

  @Override
  public String toString() {
    return location;
  }
}

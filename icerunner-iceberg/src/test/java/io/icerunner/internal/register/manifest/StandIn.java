package io.icerunner.internal.register.manifest;

import io.icerunner.internal.parquet.ParquetColumns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Stands in for the query engine, which this module does not know. */
final class StandIn implements ParquetColumns {
  Map<String, Type> types =
      Map.of(
          "day",
          Types.DateType.get(),
          "files",
          Types.ListType.ofOptional(1, Types.StringType.get()));

  /** In the order in which columns are asked for. */
  List<List<Object>> rows = List.of();

  @Override
  public List<Types.NestedField> columns(Path file) {
    List<Types.NestedField> fields = new ArrayList<>();
    types.keySet().stream()
        .sorted()
        .forEach(
            name ->
                fields.add(Types.NestedField.optional(fields.size() + 10, name, types.get(name))));
    return fields;
  }

  @Override
  public void forEach(Path file, List<String> columns, Consumer<Object[]> row) {
    rows.forEach(values -> row.accept(values.toArray()));
  }

  @Override
  public List<Object> distinct(Path file, String column, int limit) {
    throw new UnsupportedOperationException();
  }
}

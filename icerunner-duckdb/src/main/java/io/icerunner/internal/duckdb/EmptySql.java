package io.icerunner.internal.duckdb;

import io.icerunner.internal.duckdb.sql.TableSql;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.types.Types.NestedField;

/** Stands for a table by its columns alone, without a row: for describing statements. */
final class EmptySql implements TableSql {

  @Override
  public Scan scan(Occurrence occurrence) {
    return scan(occurrence.table().schema().columns());
  }

  static Scan scan(List<NestedField> columns) {
    String select =
        columns.stream()
            .map(
                column ->
                    "CAST(NULL AS %s) AS %s"
                        .formatted(
                            SqlTypes.of(column.type(), column.name()), SqlText.name(column.name())))
            .collect(Collectors.joining(", ", "SELECT ", " WHERE false"));
    return new Scan(select, List.of(), Set.of());
  }
}

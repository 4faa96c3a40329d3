package io.icerunner.spi;

import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * A read of one table: some columns, all rows or those that match a predicate.
 *
 * @param table the pinned table
 * @param columns names of top-level columns, in the order of the result
 * @param filter a predicate as SQL text over the table's columns, or null for all rows
 * @param resultSchema the exact schema the stream must have: one field per column
 */
public record TableScan(
    ResolvedTable table, List<String> columns, @Nullable String filter, Schema resultSchema) {
  public TableScan {
    Objects.requireNonNull(table, "table is null");
    Objects.requireNonNull(resultSchema, "resultSchema is null");
    columns = List.copyOf(columns);
    if (columns.size() != resultSchema.getFields().size()) {
      throw new IllegalArgumentException(
          "Invalid scan: %s columns but %s fields"
              .formatted(columns.size(), resultSchema.getFields().size()));
    }
  }
}

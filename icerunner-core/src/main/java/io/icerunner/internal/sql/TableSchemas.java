package io.icerunner.internal.sql;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.types.TypeMappers;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** The schemas of tables as GetTables gives them: an Arrow schema message with column metadata. */
final class TableSchemas {
  /** In the metadata of the schema of a table that cannot be read: why. Such a schema is empty. */
  static final String ERROR_KEY = "icerunner.error";

  private final CatalogTables tables;
  private final TypeMappers types;

  TableSchemas(CatalogTables tables, TypeMappers types) {
    this.tables = tables;
    this.types = types;
  }

  /**
   * @return null if the table does not exist
   */
  byte @Nullable [] find(TableIdentifier identifier) {
    Schema schema;
    try {
      schema = load(identifier);
    } catch (IceRunnerException e) {
      if (e.code() == ErrorCode.NOT_FOUND && !tables.exists(identifier)) {
        return null;
      }
      // One broken table must not hide the others.
      schema = new Schema(List.of(), Map.of(ERROR_KEY, e.getMessage()));
    }
    return schema.serializeAsMessage();
  }

  private Schema load(TableIdentifier identifier) {
    BaseTable table = tables.pinned(identifier);
    int formatVersion = table.operations().current().formatVersion();
    Schema arrow = types.toArrow(table.schema(), formatVersion);
    return new ColumnMetadata(tables.name(), identifier.namespace().toString(), identifier.name())
        .addTo(arrow, table.schema());
  }
}

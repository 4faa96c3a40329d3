package io.icerunner.internal.scan;

import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.avro.AvroSchemaUtil;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/**
 * Tables whose files all have the table's columns as they are now, so that no file need be opened
 * to know. Whoever adds files that others wrote must not let that become wrong.
 */
public final class UnchangedColumns {
  private static final int INITIAL_SCHEMA_ID = 0;

  private UnchangedColumns() {}

  /**
   * Whether the metadata proves that the schema was never changed, so that files that Iceberg
   * writers made have exactly the table's columns.
   */
  public static boolean areProven(Table table) {
    if (!(table instanceof HasTableOperations operations)
        || table.properties().containsKey(TableProperties.DEFAULT_NAME_MAPPING)) {
      return false;
    }
    TableMetadata metadata = operations.operations().current();
    return metadata != null
        && metadata.schemas().size() == 1
        && metadata.schema().schemaId() == INITIAL_SCHEMA_ID
        && metadata.lastColumnId() == metadata.schema().highestFieldId()
        && hasNamesAsInFiles(metadata.schema());
  }

  /**
   * Iceberg's writers replace characters in names that Avro does not take, in Parquet files too.
   */
  private static boolean hasNamesAsInFiles(Schema schema) {
    return TypeUtil.indexById(schema.asStruct()).values().stream()
        .map(Types.NestedField::name)
        .allMatch(name -> AvroSchemaUtil.makeCompatibleName(name).equals(name));
  }
}

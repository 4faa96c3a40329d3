package io.icerunner.internal.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.sql.FlightSqlColumnMetadata;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Adds to a table's Arrow schema what Flight SQL clients read about each column. */
final class ColumnMetadata {
  private final String catalog;
  private final String namespace;
  private final String table;

  ColumnMetadata(String catalog, String namespace, String table) {
    this.catalog = catalog;
    this.namespace = namespace;
    this.table = table;
  }

  /**
   * @param arrow the table's columns as clients see them
   * @param iceberg the same columns in the same order
   */
  Schema addTo(Schema arrow, org.apache.iceberg.Schema iceberg) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < arrow.getFields().size(); i++) {
      fields.add(addTo(arrow.getFields().get(i), iceberg.columns().get(i)));
    }
    return new Schema(fields, arrow.getCustomMetadata());
  }

  private Field addTo(Field field, Types.NestedField column) {
    Map<String, String> metadata = new LinkedHashMap<>(field.getMetadata());
    metadata.putAll(describe(column));
    FieldType type =
        new FieldType(field.isNullable(), field.getType(), field.getDictionary(), metadata);
    return new Field(field.getName(), type, field.getChildren());
  }

  private Map<String, String> describe(Types.NestedField column) {
    FlightSqlColumnMetadata.Builder builder =
        new FlightSqlColumnMetadata.Builder()
            .catalogName(catalog)
            .schemaName(namespace)
            .tableName(table)
            .typeName(SqlTypeNames.of(column.type()))
            .isAutoIncrement(false)
            .isCaseSensitive(column.type().typeId() == Type.TypeID.STRING)
            .isReadOnly(false)
            .isSearchable(column.type().isPrimitiveType());
    addSize(builder, column.type());
    if (column.doc() != null) {
      builder.remarks(column.doc());
    }
    return builder.build().getMetadataMap();
  }

  /** Decimal digits for exact numbers, bits for approximate ones, fraction digits for times. */
  private static void addSize(FlightSqlColumnMetadata.Builder builder, Type type) {
    switch (type.typeId()) {
      case INTEGER -> builder.precision(10).scale(0);
      case LONG -> builder.precision(19).scale(0);
      case FLOAT -> builder.precision(24);
      case DOUBLE -> builder.precision(53);
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        builder.precision(decimal.precision()).scale(decimal.scale());
      }
      case DATE -> builder.precision(10);
      case TIME -> builder.precision(15).scale(6);
      case TIMESTAMP -> builder.precision(26).scale(6);
      case TIMESTAMP_NANO -> builder.precision(29).scale(9);
      case FIXED -> builder.precision(((Types.FixedType) type).length());
      case UUID -> builder.precision(16);
      default -> {}
    }
  }
}

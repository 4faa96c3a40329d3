package io.icerunner.internal.sql;

import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** What an Iceberg type is called in SQL, so that the name works in a CAST. */
final class SqlTypeNames {
  private SqlTypeNames() {}

  static String of(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> "BOOLEAN";
      case INTEGER -> "INTEGER";
      case LONG -> "BIGINT";
      case FLOAT -> "FLOAT";
      case DOUBLE -> "DOUBLE";
      case DATE -> "DATE";
      case TIME -> "TIME";
      case TIMESTAMP -> timestamp(((Types.TimestampType) type).shouldAdjustToUTC(), "TIMESTAMP");
      case TIMESTAMP_NANO ->
          timestamp(((Types.TimestampNanoType) type).shouldAdjustToUTC(), "TIMESTAMP_NS");
      case STRING -> "VARCHAR";
      case UUID -> "UUID";
      case FIXED, BINARY -> "BLOB";
      case DECIMAL -> {
        Types.DecimalType decimal = (Types.DecimalType) type;
        yield "DECIMAL(%d,%d)".formatted(decimal.precision(), decimal.scale());
      }
      case LIST -> of(type.asListType().elementType()) + "[]";
      case MAP ->
          "MAP(%s, %s)".formatted(of(type.asMapType().keyType()), of(type.asMapType().valueType()));
      case STRUCT -> struct(type.asStructType());
      default -> type.toString().toUpperCase(Locale.ROOT);
    };
  }

  private static String timestamp(boolean withZone, String withoutZone) {
    return withZone ? "TIMESTAMP WITH TIME ZONE" : withoutZone;
  }

  private static String struct(Types.StructType struct) {
    return struct.fields().stream()
        .map(field -> quoted(field.name()) + " " + of(field.type()))
        .collect(Collectors.joining(", ", "STRUCT(", ")"));
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }
}

package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The DuckDB type that holds each Iceberg type, as SQL text. */
final class SqlTypes {
  private SqlTypes() {}

  /**
   * The type as SQL text.
   *
   * @param column named in the message
   * @throws IceRunnerException UNSUPPORTED naming the column and the type if DuckDB cannot hold it
   *     exactly
   */
  static String of(Type type, String column) {
    return find(type)
        .orElseThrow(
            () ->
                IceRunnerException.unsupported(
                    "Cannot read the column %s: the type %s is not supported in queries"
                        .formatted(column, type)));
  }

  /** The type as SQL text, or empty if DuckDB cannot hold it exactly. */
  static Optional<String> find(Type type) {
    return Optional.ofNullable(
        switch (type.typeId()) {
          case BOOLEAN -> "BOOLEAN";
          case INTEGER -> "INTEGER";
          case LONG -> "BIGINT";
          case FLOAT -> "FLOAT";
          case DOUBLE -> "DOUBLE";
          case STRING -> "VARCHAR";
          case UUID -> "UUID";
          case FIXED, BINARY -> "BLOB";
          case DATE -> "DATE";
          case TIME -> "TIME";
          case TIMESTAMP ->
              ((Types.TimestampType) type).shouldAdjustToUTC() ? "TIMESTAMPTZ" : "TIMESTAMP";
          case TIMESTAMP_NANO ->
              ((Types.TimestampNanoType) type).shouldAdjustToUTC()
                  ? "TIMESTAMPTZ_NS"
                  : "TIMESTAMP_NS";
          case DECIMAL -> decimal((Types.DecimalType) type);
          case UNKNOWN -> "\"NULL\"";
          case LIST -> find(type.asListType().elementType()).map(e -> e + "[]").orElse(null);
          case MAP -> map(type.asMapType()).orElse(null);
          case STRUCT -> struct(type.asStructType()).orElse(null);
          default -> null;
        });
  }

  private static String decimal(Types.DecimalType type) {
    return "DECIMAL(%d, %d)".formatted(type.precision(), type.scale());
  }

  private static Optional<String> map(Types.MapType type) {
    return find(type.keyType())
        .flatMap(key -> find(type.valueType()).map(value -> "MAP(%s, %s)".formatted(key, value)));
  }

  private static Optional<String> struct(Types.StructType type) {
    if (type.fields().isEmpty()
        || type.fields().stream().anyMatch(field -> find(field.type()).isEmpty())) {
      return Optional.empty();
    }
    return Optional.of(
        type.fields().stream()
            .map(field -> SqlText.name(field.name()) + " " + find(field.type()).orElseThrow())
            .collect(Collectors.joining(", ", "STRUCT(", ")")));
  }
}

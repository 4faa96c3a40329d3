package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalTime;
import java.util.HexFormat;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Values in Iceberg's internal representation as SQL expressions of exactly the same value. */
final class SqlLiterals {
  private SqlLiterals() {}

  /**
   * The value as a constant expression of the type.
   *
   * @param column named in the message
   */
  static String of(Type type, @Nullable Object value, String column) {
    String sqlType = SqlTypes.of(type, column);
    if (value == null) {
      return cast("NULL", sqlType);
    }
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, FLOAT, DOUBLE, UUID ->
          cast(SqlText.string(value.toString()), sqlType);
      case DECIMAL -> cast(SqlText.string(((BigDecimal) value).toPlainString()), sqlType);
      case STRING -> text(value.toString());
      case FIXED, BINARY -> "from_hex('%s')".formatted(hex(bytes(value)));
      case DATE -> "(DATE '1970-01-01' + %s)".formatted(cast(quoted(value), "INTEGER"));
      case TIME ->
          cast(SqlText.string(LocalTime.ofNanoOfDay((long) value * 1000).toString()), sqlType);
      case TIMESTAMP ->
          zoned(
              "make_timestamp(%s)".formatted(cast(quoted(value), "BIGINT")),
              ((Types.TimestampType) type).shouldAdjustToUTC());
      case TIMESTAMP_NANO ->
          zoned(
              "make_timestamp_ns(%s)".formatted(cast(quoted(value), "BIGINT")),
              ((Types.TimestampNanoType) type).shouldAdjustToUTC());
      default ->
          throw IceRunnerException.unsupported(
              "Cannot read the column %s: a default value of the type %s is not supported"
                  .formatted(column, type));
    };
  }

  private static String cast(String expression, String type) {
    return "CAST(%s AS %s)".formatted(expression, type);
  }

  private static String quoted(Object number) {
    return SqlText.string(number.toString());
  }

  private static String zoned(String timestamp, boolean utc) {
    return utc ? "(%s AT TIME ZONE 'UTC')".formatted(timestamp) : timestamp;
  }

  /** Text; one that holds a character of code 0 cannot stand in a statement as it is. */
  private static String text(String value) {
    if (value.indexOf(0) < 0) {
      return SqlText.string(value);
    }
    return "decode(from_hex('%s'))".formatted(hex(value.getBytes(StandardCharsets.UTF_8)));
  }

  private static byte[] bytes(Object value) {
    ByteBuffer buffer = ((ByteBuffer) value).duplicate();
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}

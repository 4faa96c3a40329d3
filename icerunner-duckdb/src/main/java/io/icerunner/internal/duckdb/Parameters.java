package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Binds the parameters of a statement. */
final class Parameters {
  private Parameters() {}

  /**
   * Binds all values.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if there are not as many values as parameters, or
   *     one has a type DuckDB does not take
   */
  static void bind(PreparedStatement statement, List<@Nullable Object> values) throws SQLException {
    int expected = statement.getParameterMetaData().getParameterCount();
    if (expected != values.size()) {
      throw IceRunnerException.invalidArgument(
          "Cannot run the statement: it has %d parameters but %d values are given"
              .formatted(expected, values.size()));
    }
    for (int i = 0; i < values.size(); i++) {
      statement.setObject(i + 1, value(statement, values.get(i), i + 1));
    }
  }

  private static @Nullable Object value(
      PreparedStatement statement, @Nullable Object value, int position) throws SQLException {
    if (value instanceof BigDecimal decimal && decimal.scale() < 0) {
      return decimal.setScale(0);
    }
    if (value instanceof List<?> list) {
      return array(statement, list, position);
    }
    if (value == null
        || value instanceof Boolean
        || value instanceof Number
        || value instanceof String
        || value instanceof byte[]
        || value instanceof LocalDate
        || value instanceof LocalTime
        || value instanceof LocalDateTime
        || value instanceof OffsetDateTime
        || value instanceof UUID) {
      return value;
    }
    throw IceRunnerException.invalidArgument(
        "Cannot bind the parameter $%d: values of %s are not taken"
            .formatted(position, value.getClass().getName()));
  }

  private static Object array(PreparedStatement statement, List<?> list, int position)
      throws SQLException {
    Object[] elements = new Object[list.size()];
    Object sample = null;
    for (int i = 0; i < elements.length; i++) {
      elements[i] = value(statement, list.get(i), position);
      sample = sample == null ? elements[i] : sample;
    }
    return statement.getConnection().createArrayOf(elementType(sample, elements), elements);
  }

  private static String elementType(@Nullable Object sample, Object[] elements) {
    if (sample instanceof Boolean) {
      return "BOOLEAN";
    }
    if (sample instanceof Float) {
      return "FLOAT";
    }
    if (sample instanceof Double) {
      return "DOUBLE";
    }
    if (sample instanceof BigDecimal) {
      int scale = 0;
      for (Object element : elements) {
        scale = element == null ? scale : Math.max(scale, ((BigDecimal) element).scale());
      }
      return "DECIMAL(38, %d)".formatted(scale);
    }
    if (sample instanceof BigInteger) {
      return "HUGEINT";
    }
    if (sample instanceof Long) {
      return "BIGINT";
    }
    if (sample instanceof Number) {
      return "INTEGER";
    }
    if (sample instanceof byte[]) {
      return "BLOB";
    }
    if (sample instanceof LocalDate) {
      return "DATE";
    }
    if (sample instanceof LocalTime) {
      return "TIME";
    }
    if (sample instanceof LocalDateTime) {
      return "TIMESTAMP";
    }
    if (sample instanceof OffsetDateTime) {
      return "TIMESTAMPTZ";
    }
    if (sample instanceof UUID) {
      return "UUID";
    }
    return "VARCHAR";
  }
}

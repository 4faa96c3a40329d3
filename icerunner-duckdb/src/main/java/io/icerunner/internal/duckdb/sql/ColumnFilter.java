package io.icerunner.internal.duckdb.sql;

import io.icerunner.internal.duckdb.sql.SqlValue.Approximate;
import io.icerunner.internal.duckdb.sql.SqlValue.Bool;
import io.icerunner.internal.duckdb.sql.SqlValue.Date;
import io.icerunner.internal.duckdb.sql.SqlValue.Exact;
import io.icerunner.internal.duckdb.sql.SqlValue.Text;
import io.icerunner.internal.duckdb.sql.SqlValue.Timestamp;
import io.icerunner.internal.duckdb.sql.SqlValue.TimestampWithZone;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/**
 * Comparisons of one column as Iceberg expressions. An expression given here holds for every row
 * for which DuckDB's comparison holds; it may hold for more. Null means that nothing is certain.
 */
final class ColumnFilter {
  private static final double LAST_EXACT_INTEGER = 1L << 52;

  private final NestedField column;
  private final ZoneId zone;

  ColumnFilter(NestedField column, ZoneId zone) {
    this.column = column;
    this.zone = zone;
  }

  /**
   * @param literal false for the value of a parameter, which may be cast to the column's type
   *     before it is compared
   */
  @Nullable Expression compare(Comparison comparison, SqlValue value, boolean literal) {
    switch (column.type().typeId()) {
      case FLOAT, DOUBLE:
        return FloatingFilter.compare(column, comparison, value);
      case BOOLEAN:
        return value instanceof Bool bool ? bool(comparison, bool.value()) : null;
      default:
        Object exact = exact(value);
        if (exact != null) {
          return of(comparison, exact);
        }
        return literal ? between(comparison, value) : null;
    }
  }

  /** The value in Iceberg's representation for this column; null if it is not certain to be one. */
  @Nullable Object exact(SqlValue value) {
    return switch (column.type().typeId()) {
      case INTEGER, LONG -> integer(value);
      case DECIMAL -> decimal(value);
      case STRING -> value instanceof Text text ? text.value() : null;
      case DATE -> date(value);
      case TIMESTAMP -> micros(value);
      default -> null;
    };
  }

  private Expression of(Comparison comparison, Object value) {
    String name = column.name();
    return switch (comparison) {
      case EQUAL -> Expressions.equal(name, value);
      case NOT_EQUAL -> Expressions.notEqual(name, value);
      case LESS -> Expressions.lessThan(name, value);
      case LESS_OR_EQUAL -> Expressions.lessThanOrEqual(name, value);
      case GREATER -> Expressions.greaterThan(name, value);
      case GREATER_OR_EQUAL -> Expressions.greaterThanOrEqual(name, value);
    };
  }

  private @Nullable Expression bool(Comparison comparison, boolean value) {
    return switch (comparison) {
      case EQUAL -> Expressions.equal(column.name(), value);
      case NOT_EQUAL -> Expressions.equal(column.name(), !value);
      default -> null;
    };
  }

  /** A range for a value that lies between two of the column's values. */
  private @Nullable Expression between(Comparison comparison, SqlValue value) {
    Object below = null;
    Object above = null;
    if (value instanceof Exact exact && column.type() instanceof Types.DecimalType type) {
      below = fitting(exact.value().setScale(type.scale(), RoundingMode.FLOOR), type);
      above = fitting(exact.value().setScale(type.scale(), RoundingMode.CEILING), type);
    } else if (value instanceof Exact exact && isInteger()) {
      below = integer(new Exact(exact.value().setScale(0, RoundingMode.FLOOR)));
      above = integer(new Exact(exact.value().setScale(0, RoundingMode.CEILING)));
    } else if (value instanceof Timestamp time && column.type() instanceof Types.DateType) {
      below = day(time.value());
      above = day(time.value()) + 1;
    }
    if (comparison.isLess() && below != null) {
      return Expressions.lessThanOrEqual(column.name(), below);
    }
    return comparison.isGreater() && above != null
        ? Expressions.greaterThanOrEqual(column.name(), above)
        : null;
  }

  private boolean isInteger() {
    Type.TypeID type = column.type().typeId();
    return type == Type.TypeID.INTEGER || type == Type.TypeID.LONG;
  }

  private static @Nullable Long integer(SqlValue value) {
    if (value instanceof Exact exact && SqlValues.isIntegral(exact.value())) {
      return exact.value().precision() - exact.value().scale() <= 18
          ? exact.value().longValueExact()
          : null;
    } else if (value instanceof Approximate number) {
      double d = number.value();
      return d == Math.rint(d) && Math.abs(d) <= LAST_EXACT_INTEGER ? (long) d : null;
    } else if (value instanceof Text text && !text.typed()) {
      return text.value().matches("-?\\d{1,18}") ? Long.valueOf(text.value()) : null;
    }
    return null;
  }

  private @Nullable BigDecimal decimal(SqlValue value) {
    Types.DecimalType type = (Types.DecimalType) column.type();
    if (!(value instanceof Exact exact)) {
      return null;
    }
    BigDecimal stripped = exact.value().stripTrailingZeros();
    return stripped.scale() <= type.scale() ? fitting(stripped.setScale(type.scale()), type) : null;
  }

  private static @Nullable BigDecimal fitting(BigDecimal value, Types.DecimalType type) {
    return value.precision() <= type.precision() ? value : null;
  }

  private static @Nullable Integer date(SqlValue value) {
    if (value instanceof Date date) {
      return day(date.value().atStartOfDay());
    } else if (value instanceof Timestamp time) {
      return time.value().toLocalTime().equals(LocalTime.MIDNIGHT) ? day(time.value()) : null;
    } else if (value instanceof Text text && !text.typed()) {
      TimeText time = TimeText.parse(text.value());
      return time != null && time.isDate() && text.value().length() == 10
          ? day(time.local())
          : null;
    }
    return null;
  }

  private static int day(LocalDateTime time) {
    return Math.toIntExact(time.toLocalDate().toEpochDay());
  }

  private @Nullable Long micros(SqlValue value) {
    boolean zoned = ((Types.TimestampType) column.type()).shouldAdjustToUTC();
    TimeText time = null;
    if (value instanceof Date date) {
      time = new TimeText(date.value().atStartOfDay(), null);
    } else if (value instanceof Timestamp timestamp) {
      time = new TimeText(timestamp.value(), null);
    } else if (value instanceof TimestampWithZone timestamp && zoned) {
      return micros(timestamp.value());
    } else if (value instanceof Text text && !text.typed()) {
      time = TimeText.parse(text.value());
    }
    if (time == null || !zoned && time.offset() != null) {
      return null;
    }
    Instant instant = time.instant(zoned ? zone : ZoneOffset.UTC);
    return instant == null ? null : micros(instant);
  }

  private static @Nullable Long micros(Instant instant) {
    boolean exact = instant.getNano() % 1000 == 0;
    return exact ? ChronoUnit.MICROS.between(Instant.EPOCH, instant) : null;
  }
}

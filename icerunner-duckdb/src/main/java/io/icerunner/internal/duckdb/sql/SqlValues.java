package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.internal.duckdb.sql.SqlValue.Approximate;
import io.icerunner.internal.duckdb.sql.SqlValue.Bool;
import io.icerunner.internal.duckdb.sql.SqlValue.Date;
import io.icerunner.internal.duckdb.sql.SqlValue.Exact;
import io.icerunner.internal.duckdb.sql.SqlValue.Null;
import io.icerunner.internal.duckdb.sql.SqlValue.Text;
import io.icerunner.internal.duckdb.sql.SqlValue.Timestamp;
import io.icerunner.internal.duckdb.sql.SqlValue.TimestampWithZone;
import io.icerunner.spi.SqlQuery;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the constants of a statement whose meaning is certain; all others are null. */
final class SqlValues {
  private static final Pattern DECIMAL = Pattern.compile("[+-]?\\d{0,38}(\\.\\d{0,38})?");
  private static final int MAX_DIGITS = 38;
  private static final Set<String> INTEGERS =
      Set.of("tinyint", "smallint", "int", "integer", "int2", "int4", "int8", "bigint", "long");
  private static final Set<String> ZONED = Set.of("timestamptz", "timestamp with time zone");

  private final SqlQuery query;

  SqlValues(SqlQuery query) {
    this.query = query;
  }

  @Nullable SqlValue read(JsonNode node) {
    return switch (Tree.expressionClass(node)) {
      case "CONSTANT" -> literal(node.path("literal"));
      case "PARAMETER" -> parameter(Tree.text(node, "identifier"));
      case "CAST" -> cast(node);
      default -> null;
    };
  }

  private static @Nullable SqlValue literal(JsonNode literal) {
    String text = Tree.text(literal, "text");
    return switch (Tree.text(literal, "kind")) {
      case "INTEGER", "NUMERIC" -> number(text);
      case "STRING" -> new Text(text, false);
      case "BOOLEAN" -> new Bool(text.equalsIgnoreCase("true"));
      case "NULL_LITERAL" -> new Null();
      default -> null;
    };
  }

  private static @Nullable SqlValue number(String text) {
    try {
      if (!DECIMAL.matcher(text).matches()) {
        return text.matches("[-+0-9.eE]+") ? new Approximate(Double.parseDouble(text)) : null;
      }
      BigDecimal value = new BigDecimal(text);
      return value.precision() <= MAX_DIGITS && value.scale() <= MAX_DIGITS
          ? new Exact(value)
          : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private @Nullable SqlValue parameter(String identifier) {
    List<@Nullable Object> parameters = query.parameters();
    int index = identifier.matches("\\d{1,4}") ? Integer.parseInt(identifier) - 1 : -1;
    if (index < 0 || index >= parameters.size()) {
      return null;
    }
    Object value = parameters.get(index);
    if (value == null) {
      return new Null();
    } else if (value instanceof Integer || value instanceof Long) {
      return new Exact(BigDecimal.valueOf(((Number) value).longValue()));
    } else if (value instanceof BigDecimal decimal) {
      return new Exact(decimal);
    } else if (value instanceof Double || value instanceof Float) {
      return new Approximate(((Number) value).doubleValue());
    } else if (value instanceof String text) {
      return new Text(text, true);
    } else if (value instanceof Boolean bool) {
      return new Bool(bool);
    } else if (value instanceof LocalDate date) {
      return new Date(date);
    } else if (value instanceof LocalDateTime time) {
      return new Timestamp(time);
    } else if (value instanceof OffsetDateTime time) {
      return new TimestampWithZone(time.toInstant());
    }
    return null;
  }

  private @Nullable SqlValue cast(JsonNode node) {
    SqlValue child = read(node.path("child"));
    String type = Tree.text(node.path("type_expr"), "type_name").toLowerCase(Locale.ROOT);
    if (child instanceof Text text && !text.typed()) {
      return time(text.value(), type);
    }
    boolean same =
        child instanceof Exact exact && INTEGERS.contains(type) && isIntegral(exact.value())
            || child instanceof Text && (type.equals("varchar") || type.equals("text"))
            || child instanceof Date && type.equals("date")
            || child instanceof Timestamp && type.equals("timestamp")
            || child instanceof TimestampWithZone && ZONED.contains(type);
    return same ? child : null;
  }

  private @Nullable SqlValue time(String text, String type) {
    TimeText time = TimeText.parse(text);
    if (time == null) {
      return null;
    }
    if (type.equals("date") && time.isDate()) {
      return new Date(time.local().toLocalDate());
    } else if (type.equals("timestamp") && time.offset() == null) {
      return new Timestamp(time.local());
    } else if (ZONED.contains(type)) {
      Instant instant = time.instant(query.timeZone());
      return instant == null ? null : new TimestampWithZone(instant);
    }
    return null;
  }

  static boolean isIntegral(BigDecimal value) {
    return value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
  }
}

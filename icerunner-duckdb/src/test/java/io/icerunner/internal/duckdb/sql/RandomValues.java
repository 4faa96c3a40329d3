package io.icerunner.internal.duckdb.sql;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Values from small sets with the awkward ones among them, so that they meet often. */
final class RandomValues {
  /** Stands for null in {@link Value#iceberg}. */
  static final Object NULL = new Object();

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");
  private static final List<String> STRINGS =
      List.of("", "a", "ab", "abc", "abd", "b", "ü", "日本", "\uffee", "🦆", "🦆z", "a%b", "A");
  private static final List<String> PATTERNS =
      List.of("%", "a%", "ab%", "ab", "a_c", "_b", "%b", "a%c", "🦆%", "日%", "", "a%%", "\uffee%");

  private final Random random;

  record Value(String sql, Object iceberg) {}

  RandomValues(Random random) {
    this.random = random;
  }

  /** A value of a column. */
  Value stored(Type type) {
    if (random.nextInt(8) == 0) {
      return new Value("NULL", NULL);
    }
    return switch (type.typeId()) {
      case INTEGER -> integer(random.nextInt(21) - 10, false);
      case LONG -> integer(random.nextInt(21) - 10, true);
      case FLOAT -> floating(true);
      case DOUBLE -> floating(false);
      case STRING -> string();
      case DECIMAL -> decimal();
      case DATE -> date();
      case TIMESTAMP -> timestamp(((Types.TimestampType) type).shouldAdjustToUTC());
      case BOOLEAN -> random.nextBoolean() ? new Value("true", true) : new Value("false", false);
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  /** A constant to compare a column of this type with, often one of a near type. */
  String constant(Type type) {
    int die = random.nextInt(10);
    if (die == 0) {
      return "NULL";
    }
    return switch (type.typeId()) {
      case INTEGER, LONG, FLOAT, DOUBLE, DECIMAL -> number(die, type);
      case STRING -> string().sql();
      case DATE -> die < 6 ? date().sql() : die < 8 ? timestamp(false).sql() : quotedDate();
      case TIMESTAMP -> die < 6 ? stored(type).sql() : die < 8 ? date().sql() : quotedDate();
      case BOOLEAN -> random.nextBoolean() ? "true" : "false";
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  String pattern() {
    return "'" + PATTERNS.get(random.nextInt(PATTERNS.size())) + "'";
  }

  private String number(int die, Type type) {
    String integer = String.valueOf(random.nextInt(23) - 11);
    return switch (die) {
      case 1, 2, 3 -> integer;
      case 4 -> decimal().sql();
      case 5 -> integer + ".5";
      case 6 -> integer + ".005";
      case 7 -> integer + "e0";
      case 8 -> type.typeId() == Type.TypeID.DECIMAL ? "0.1" : "'" + integer + "'";
      default -> random.nextBoolean() ? "0.1" : "1" + integer.replace("-", "") + "e-1";
    };
  }

  private static Value integer(int value, boolean wide) {
    return new Value(String.valueOf(value), wide ? (Object) (long) value : (Object) value);
  }

  private Value floating(boolean single) {
    double[] values = {Double.NaN, Double.POSITIVE_INFINITY, -0.0, 0.0, 0.1, 1.1, 1e30, -1.5};
    int die = random.nextInt(20);
    double value = die < values.length ? values[die] : random.nextInt(21) - 10;
    String type = single ? "FLOAT" : "DOUBLE";
    return new Value("'%s'::%s".formatted(value, type), single ? (Object) (float) value : value);
  }

  private Value string() {
    String value = STRINGS.get(random.nextInt(STRINGS.size()));
    return new Value("'" + value + "'", value);
  }

  private Value decimal() {
    BigDecimal value = BigDecimal.valueOf(random.nextInt(2001) - 1000, 2);
    return new Value(value.toPlainString(), value);
  }

  private Value date() {
    LocalDate date = LocalDate.of(1970, 1, 1).plusDays(random.nextInt(21) - 10);
    return new Value("DATE '" + date + "'", Math.toIntExact(date.toEpochDay()));
  }

  private String quotedDate() {
    return "'" + LocalDate.of(1970, 1, 1).plusDays(random.nextInt(21) - 10) + "'";
  }

  private Value timestamp(boolean zoned) {
    LocalDateTime time =
        LocalDateTime.of(1970, 1, 1, 0, 0)
            .plusHours(random.nextInt(481) - 240)
            .plusNanos(random.nextInt(2) * 123_456_000L);
    long micros = time.toEpochSecond(ZoneOffset.UTC) * 1_000_000 + time.getNano() / 1000;
    String text = time.format(TIME);
    text = time.getNano() == 0 ? text : text + ".123456";
    return zoned
        ? new Value("TIMESTAMPTZ '%s+00'".formatted(text), micros)
        : new Value("TIMESTAMP '%s'".formatted(text), micros);
  }
}

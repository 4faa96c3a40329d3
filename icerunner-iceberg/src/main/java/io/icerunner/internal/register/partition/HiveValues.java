package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Text of a path as a value of a column's type. Integers may have leading zeros, so that {@code
 * month=01} can be an int by declaration; decimals and floating-point numbers may have an exponent.
 */
final class HiveValues {
  private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,40}");
  private static final Pattern NUMBER =
      Pattern.compile("-?[0-9]{1,400}(\\.[0-9]{1,400})?([eE][+-]?[0-9]{1,4})?");
  private static final Pattern UUID_TEXT =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private HiveValues() {}

  /**
   * The value.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if the text is no value of the type, UNSUPPORTED if
   *     the type has no text that writers agree on
   */
  static Object parse(String location, Types.NestedField column, String text) {
    Object value;
    try {
      value = parse(column.type(), text);
    } catch (NumberFormatException | DateTimeException | ArithmeticException e) {
      value = null;
    }
    if (value != null) {
      return value;
    }
    if (!isSupported(column.type())) {
      throw IceRunnerException.unsupported(
          "Cannot register %s: its path has %s=%s, and writers spell a %s in different ways; declare the column as string"
              .formatted(location, column.name(), text, column.type()));
    }
    throw Refusals.of(
        location,
        "its path has %s=%s, which is no %s, the type of column %s; rename the folder, or create the table with %s declared as string"
            .formatted(column.name(), text, column.type(), column.name(), column.name()));
  }

  private static boolean isSupported(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, FLOAT, DOUBLE, DATE, TIME, TIMESTAMP -> true;
      case TIMESTAMP_NANO, STRING, UUID, DECIMAL -> true;
      default -> false;
    };
  }

  /** Null if the text is none of the type's. */
  private static @Nullable Object parse(Type type, String text) {
    return switch (type.typeId()) {
      case BOOLEAN -> bool(text);
      case INTEGER -> INTEGER.matcher(text).matches() ? Integer.valueOf(text) : null;
      case LONG -> INTEGER.matcher(text).matches() ? Long.valueOf(text) : null;
      case FLOAT -> single(text);
      case DOUBLE -> real(text);
      case DECIMAL -> decimal((Types.DecimalType) type, text);
      case DATE -> TemporalText.date(text);
      case TIME -> TemporalText.time(text);
      case TIMESTAMP ->
          TemporalText.timestamp(text, ((Types.TimestampType) type).shouldAdjustToUTC(), 1_000);
      case TIMESTAMP_NANO ->
          TemporalText.timestamp(text, ((Types.TimestampNanoType) type).shouldAdjustToUTC(), 1);
      case STRING -> text;
      case UUID -> UUID_TEXT.matcher(text).matches() ? UUID.fromString(text) : null;
      default -> null;
    };
  }

  private static @Nullable Boolean bool(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> null;
    };
  }

  private static @Nullable Double real(String text) {
    switch (text) {
      case "NaN":
        return Double.NaN;
      case "Infinity":
        return Double.POSITIVE_INFINITY;
      case "-Infinity":
        return Double.NEGATIVE_INFINITY;
      default:
        double value = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        return Double.isFinite(value) ? value : null;
    }
  }

  private static @Nullable Float single(String text) {
    Double value = real(text);
    if (value == null || !Double.isFinite(value)) {
      return value == null ? null : value.floatValue();
    }
    float single = Float.parseFloat(text);
    return Float.isFinite(single) ? single : null;
  }

  private static @Nullable BigDecimal decimal(Types.DecimalType type, String text) {
    if (!NUMBER.matcher(text).matches()) {
      return null;
    }
    BigDecimal value = new BigDecimal(text);
    if (value.precision() - value.scale() > type.precision() && value.signum() != 0) {
      return null;
    }
    BigDecimal scaled = value.setScale(type.scale());
    return scaled.precision() <= type.precision() ? scaled : null;
  }
}

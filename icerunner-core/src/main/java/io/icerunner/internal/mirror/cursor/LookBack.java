package io.icerunner.internal.mirror.cursor;

import io.icerunner.error.IceRunnerException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Distances as text. */
final class LookBack {
  private static final Pattern TIME = Pattern.compile("(\\d+)(ms|s|m|h|d)");
  private static final Map<String, Long> NANOS =
      Map.of(
          "ms", 1_000_000L,
          "s", 1_000_000_000L,
          "m", 60_000_000_000L,
          "h", 3_600_000_000_000L,
          "d", 86_400_000_000_000L);

  private LookBack() {}

  /** A time in nanoseconds. */
  static BigInteger nanos(String text, String type) {
    Matcher matcher = TIME.matcher(text);
    if (!matcher.matches()) {
      throw wrong(text, type, "a time such as 90s, 15m, 1h or 2d is needed");
    }
    long unit = NANOS.getOrDefault(matcher.group(2), 0L);
    return new BigInteger(matcher.group(1)).multiply(BigInteger.valueOf(unit));
  }

  static BigDecimal number(String text, String type) {
    try {
      BigDecimal number = new BigDecimal(text);
      if (number.signum() >= 0) {
        return number;
      }
    } catch (NumberFormatException e) {
      throw wrong(text, type, "a number is needed");
    }
    throw wrong(text, type, "it must not be negative");
  }

  static IceRunnerException wrong(String text, String type, String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot look back by \"%s\" in a column of type %s: %s".formatted(text, type, reason));
  }
}

package io.icerunner.cli;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A duration as typed: {@code 30s}, {@code 5m}, {@code 2h}, {@code 500ms}, or ISO 8601. */
final class DurationText implements ITypeConverter<Duration> {
  private static final Pattern SIMPLE = Pattern.compile("(\\d{1,9})(ms|s|m|h|d)?");
  private static final Map<String, Duration> UNITS =
      Map.of(
          "ms", Duration.ofMillis(1),
          "s", Duration.ofSeconds(1),
          "m", Duration.ofMinutes(1),
          "h", Duration.ofHours(1),
          "d", Duration.ofDays(1));

  @Override
  public Duration convert(String text) {
    Matcher simple = SIMPLE.matcher(text.trim().toLowerCase(Locale.ROOT));
    if (simple.matches()) {
      String unit = simple.group(2) == null ? "s" : simple.group(2);
      return UNITS.getOrDefault(unit, Duration.ZERO).multipliedBy(Long.parseLong(simple.group(1)));
    }
    try {
      Duration duration = Duration.parse(text.trim());
      if (!duration.isNegative()) {
        return duration;
      }
    } catch (DateTimeParseException e) {
      // Refused below, as a negative one is.
    }
    throw new TypeConversionException(
        "'" + text + "' is no duration: expected one such as 30s, 5m or 2h");
  }
}

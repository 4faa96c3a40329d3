package io.icerunner.cli;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes as typed: {@code 500000}, {@code 20MB}, {@code 1.5 GB}, {@code 64MiB}. */
final class ByteCountText implements ITypeConverter<Long> {
  private static final Pattern PATTERN = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?) ?([a-z]*)");
  private static final Map<String, Long> UNITS =
      Map.of(
          "",
          1L,
          "b",
          1L,
          "kb",
          1_000L,
          "mb",
          1_000_000L,
          "gb",
          1_000_000_000L,
          "kib",
          1L << 10,
          "mib",
          1L << 20,
          "gib",
          1L << 30);

  @Override
  public Long convert(String text) {
    Matcher matcher = PATTERN.matcher(text.trim().toLowerCase(Locale.ROOT));
    Long unit = matcher.matches() ? UNITS.get(matcher.group(2)) : null;
    if (unit == null) {
      throw new TypeConversionException(
          "'%s' is no number of bytes; expected one such as 500000, 20MB or 64MiB".formatted(text));
    }
    return Math.round(Double.parseDouble(matcher.group(1)) * unit);
  }
}

package io.icerunner.internal.mirror.cursor;

import io.icerunner.error.IceRunnerException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Days and points in time as SQL writes them: the years 1 to 9999, down to microseconds. */
final class SqlTime {
  static final long FIRST_DAY = LocalDate.of(1, 1, 1).toEpochDay();

  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

  private SqlTime() {}

  static String date(LocalDate date) {
    check(date);
    return date.toString();
  }

  static String timestamp(LocalDateTime time) {
    check(time.toLocalDate());
    return MICROS.format(time);
  }

  private static void check(LocalDate date) {
    if (date.getYear() < 1 || date.getYear() > 9999) {
      throw IceRunnerException.invalidArgument(
          "Cannot read on from %s: SQL writes the years 1 to 9999; correct the value at the source"
              .formatted(date));
    }
  }
}

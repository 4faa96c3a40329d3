package io.icerunner.internal.register.partition;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * ISO dates and times in a path. A timestamp has a T or a space between date and time. One with a
 * zone must have an offset, since the zone of its writer is not known; one without must have none.
 */
final class TemporalText {
  private static final Pattern DATE = Pattern.compile("-?[0-9]{4,7}-[0-9]{2}-[0-9]{2}");
  private static final Pattern TIME =
      Pattern.compile("[0-9]{2}:[0-9]{2}(:[0-9]{2}(\\.[0-9]{1,9})?)?");
  private static final Pattern OFFSET = Pattern.compile("(Z|[+-][0-9]{2}(:?[0-9]{2})?)$");

  private TemporalText() {}

  /** Days since 1970-01-01. */
  static @Nullable Integer date(String text) {
    LocalDate date = localDate(text);
    return date == null ? null : Math.toIntExact(date.toEpochDay());
  }

  /** Microseconds of the day. */
  static @Nullable Long time(String text) {
    LocalTime time = localTime(text);
    return time == null ? null : exact(time.toNanoOfDay(), 1_000);
  }

  /**
   * The time since the epoch.
   *
   * @param unit in nanoseconds
   */
  static @Nullable Long timestamp(String text, boolean withZone, int unit) {
    int separator = text.indexOf('T') >= 0 ? text.indexOf('T') : text.indexOf(' ');
    if (separator < 0) {
      return null;
    }
    LocalDate date = localDate(text.substring(0, separator));
    String rest = text.substring(separator + 1);
    Matcher offset = OFFSET.matcher(rest);
    if (date == null || offset.find() != withZone) {
      return null;
    }
    LocalTime time = localTime(withZone ? rest.substring(0, offset.start()) : rest);
    ZoneOffset zone = withZone ? ZoneOffset.of(offset.group()) : ZoneOffset.UTC;
    return time == null ? null : sinceEpoch(LocalDateTime.of(date, time).atOffset(zone), unit);
  }

  private static @Nullable Long sinceEpoch(OffsetDateTime time, int unit) {
    Instant instant = time.toInstant();
    Long fraction = exact(instant.getNano(), unit);
    long unitsPerSecond = Duration.ofSeconds(1).toNanos() / unit;
    return fraction == null
        ? null
        : (Long)
            Math.addExact(Math.multiplyExact(instant.getEpochSecond(), unitsPerSecond), fraction);
  }

  private static @Nullable Long exact(long nanos, int unit) {
    return nanos % unit == 0 ? (Long) (nanos / unit) : null;
  }

  private static @Nullable LocalDate localDate(String text) {
    if (!DATE.matcher(text).matches()) {
      return null;
    }
    return LocalDate.parse(text.length() > 10 && text.charAt(0) != '-' ? "+" + text : text);
  }

  private static @Nullable LocalTime localTime(String text) {
    return TIME.matcher(text).matches() ? LocalTime.parse(text) : null;
  }
}

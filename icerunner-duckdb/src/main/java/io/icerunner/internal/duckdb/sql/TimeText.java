package io.icerunner.internal.duckdb.sql;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A date or point in time as text, in the spellings that mean the same to DuckDB and to us.
 *
 * @param local date and time as written; midnight if only a date is
 * @param offset from UTC, or null if none is written
 */
record TimeText(LocalDateTime local, @Nullable ZoneOffset offset) {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4}-\\d{2}-\\d{2})(?:[ T](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,6})?)?)"
              + "(Z|[+-]\\d{2}(?::?\\d{2})?)?)?");

  /** Null if the text has another form. */
  static @Nullable TimeText parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    try {
      LocalDate date = LocalDate.parse(matcher.group(1));
      String time = matcher.group(2);
      String offset = matcher.group(3);
      return new TimeText(
          date.atTime(time == null ? LocalTime.MIDNIGHT : LocalTime.parse(time)),
          offset == null ? null : ZoneOffset.of(offset));
    } catch (DateTimeException e) {
      return null;
    }
  }

  boolean isDate() {
    return offset == null && local.toLocalTime().equals(LocalTime.MIDNIGHT);
  }

  /** The instant; null if the zone's clock skips or repeats this local time. */
  @Nullable Instant instant(ZoneId zone) {
    if (offset != null) {
      return local.toInstant(offset);
    }
    List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
    return offsets.size() == 1 ? local.toInstant(offsets.get(0)) : null;
  }
}

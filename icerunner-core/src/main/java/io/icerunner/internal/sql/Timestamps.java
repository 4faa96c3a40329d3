package io.icerunner.internal.sql;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.types.pojo.ArrowType;

/** Reads timestamps of every unit: with a zone as an instant in UTC, without one as local time. */
final class Timestamps {
  private Timestamps() {}

  static Object read(TimeStampVector vector, int row) {
    ArrowType.Timestamp type = (ArrowType.Timestamp) vector.getField().getType();
    Instant instant =
        switch (type.getUnit()) {
          case SECOND -> instant(vector.get(row), 1);
          case MILLISECOND -> instant(vector.get(row), 1_000);
          case MICROSECOND -> instant(vector.get(row), 1_000_000);
          case NANOSECOND -> instant(vector.get(row), TimeUnit.SECONDS.toNanos(1));
        };
    return type.getTimezone() == null
        ? LocalDateTime.ofInstant(instant, ZoneOffset.UTC)
        : OffsetDateTime.ofInstant(instant, ZoneOffset.UTC);
  }

  private static Instant instant(long value, long perSecond) {
    long fraction = Math.floorMod(value, perSecond);
    return Instant.ofEpochSecond(
        Math.floorDiv(value, perSecond), fraction * (TimeUnit.SECONDS.toNanos(1) / perSecond));
  }
}

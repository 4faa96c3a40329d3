package io.icerunner.internal.mirror.cursor;

import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * Points in time.
 *
 * @param perSecond how many units a second has
 * @param utc whether they are instants; else they are local times
 */
record TimestampText(String type, long perSecond, boolean utc) implements CursorText<Long> {
  private static final long NANOS = 1_000_000_000;
  private static final long MICROS = 1_000_000;

  @Override
  public String text(Long value) {
    return time(value) + (utc ? "Z" : "");
  }

  @Override
  public Long parse(String text) {
    if (text.endsWith("Z") != utc) {
      throw new IllegalArgumentException("Not a value of type " + type);
    }
    String local = utc ? text.substring(0, text.length() - 1) : text;
    LocalDateTime time =
        local.indexOf('T') < 0
            ? LocalDate.parse(local).atTime(LocalTime.MIDNIGHT)
            : LocalDateTime.parse(local);
    long unit = NANOS / perSecond;
    if (time.getNano() % unit != 0) {
      throw new IllegalArgumentException("Not a value of type " + type);
    }
    return Math.addExact(
        Math.multiplyExact(time.toEpochSecond(ZoneOffset.UTC), perSecond), time.getNano() / unit);
  }

  /** Whole microseconds, which is as fine as SQL writes them everywhere. */
  @Override
  public Long bound(Long value, @Nullable String lookBack) {
    BigInteger bound = BigInteger.valueOf(value);
    if (lookBack != null) {
      BigInteger unit = BigInteger.valueOf(NANOS / perSecond);
      BigInteger distance = LookBack.nanos(lookBack, type).divide(unit);
      bound = bound.subtract(distance).max(BigInteger.valueOf(Math.min(value, earliest())));
    }
    long perMicro = perSecond / MICROS;
    return bound.longValueExact() - Math.floorMod(bound.longValueExact(), perMicro);
  }

  @Override
  public Long ceiling(Long value) {
    long perMicro = perSecond / MICROS;
    long rest = Math.floorMod(value, perMicro);
    return rest == 0 ? value : Math.addExact(value, perMicro - rest);
  }

  /** The earliest that is both a value of the type and written in SQL, in whole microseconds. */
  private long earliest() {
    return perSecond == NANOS
        ? Long.MIN_VALUE / 1_000 * 1_000
        : SqlTime.FIRST_DAY * 86_400 * perSecond;
  }

  @Override
  public String literal(Long bound) {
    String time = SqlTime.timestamp(time(bound));
    if (!utc) {
      return "TIMESTAMP '%s'".formatted(time);
    }
    // Instants in nanoseconds are no type of the standard: the server has its own, and DuckDB
    // compares it with no other.
    return perSecond == NANOS
        ? "'%s+00:00'".formatted(time)
        : "CAST('%s+00:00' AS TIMESTAMP WITH TIME ZONE)".formatted(time);
  }

  private LocalDateTime time(long value) {
    return LocalDateTime.ofEpochSecond(
        Math.floorDiv(value, perSecond),
        (int) (Math.floorMod(value, perSecond) * (NANOS / perSecond)),
        ZoneOffset.UTC);
  }
}

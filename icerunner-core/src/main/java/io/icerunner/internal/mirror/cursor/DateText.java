package io.icerunner.internal.mirror.cursor;

import java.math.BigInteger;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/** Days. */
record DateText() implements CursorText<Long> {
  private static final BigInteger NANOS_PER_DAY = BigInteger.valueOf(86_400_000_000_000L);

  @Override
  public String text(Long days) {
    return LocalDate.ofEpochDay(days).toString();
  }

  @Override
  public Long parse(String text) {
    return LocalDate.parse(text).toEpochDay();
  }

  @Override
  public Long bound(Long days, @Nullable String lookBack) {
    if (lookBack == null) {
      return days;
    }
    BigInteger[] distance = LookBack.nanos(lookBack, "date").divideAndRemainder(NANOS_PER_DAY);
    if (distance[1].signum() != 0) {
      throw LookBack.wrong(lookBack, "date", "whole days are needed, as in 2d");
    }
    return BigInteger.valueOf(days)
        .subtract(distance[0])
        .max(BigInteger.valueOf(Math.min(days, SqlTime.FIRST_DAY)))
        .longValueExact();
  }

  @Override
  public String literal(Long days) {
    return "DATE '%s'".formatted(SqlTime.date(LocalDate.ofEpochDay(days)));
  }
}

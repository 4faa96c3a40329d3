package io.icerunner.internal.mirror.cursor;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Whole numbers. */
record NumberText(String type) implements CursorText<Long> {
  private static final BigInteger SMALLEST = BigInteger.valueOf(Long.MIN_VALUE);

  @Override
  public String text(Long value) {
    return value.toString();
  }

  @Override
  public Long parse(String text) {
    return Long.parseLong(text);
  }

  @Override
  public Long bound(Long value, @Nullable String lookBack) {
    if (lookBack == null) {
      return value;
    }
    BigDecimal distance = LookBack.number(lookBack, type).stripTrailingZeros();
    if (distance.scale() > 0) {
      throw LookBack.wrong(lookBack, type, "a whole number is needed");
    }
    return BigInteger.valueOf(value)
        .subtract(distance.toBigIntegerExact())
        .max(SMALLEST)
        .longValueExact();
  }

  @Override
  public String literal(Long bound) {
    return bound.toString();
  }
}

package io.icerunner.internal.mirror.cursor;

import io.icerunner.internal.mirror.cursor.WideValues.Wide;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/** Decimals of one scale. */
record DecimalText(String type, int scale) implements CursorText<Wide> {
  private static final BigInteger MOST = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);

  @Override
  public String text(Wide value) {
    return new BigDecimal(value.number(), scale).toPlainString();
  }

  @Override
  public Wide parse(String text) {
    return Wide.of(new BigDecimal(text).setScale(scale, RoundingMode.UNNECESSARY).unscaledValue());
  }

  @Override
  public Wide bound(Wide value, @Nullable String lookBack) {
    if (lookBack == null) {
      return value;
    }
    BigDecimal earlier =
        new BigDecimal(value.number(), scale).subtract(LookBack.number(lookBack, type));
    return Wide.of(earlier.setScale(scale, RoundingMode.FLOOR).unscaledValue().max(MOST.negate()));
  }

  @Override
  public String literal(Wide bound) {
    return text(bound);
  }
}

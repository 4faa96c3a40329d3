package io.icerunner.internal.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** Decimals as two's complement integers of 128 or 256 bits, little-endian. */
final class Decimals {
  static final int MAX_PRECISION = 38;

  private Decimals() {}

  /**
   * @param exponent 0 to 18
   */
  static long powerOfTen(int exponent) {
    return BigInteger.TEN.pow(exponent).longValueExact();
  }

  /** Refuses 128-bit values of more digits than the column has. */
  static ValueCheck within(String path, int precision, int scale) {
    Limit limit = Limit.of(precision);
    return (source, rows) -> {
      ArrowBuf buffer = source.getDataBuffer();
      for (int i = 0; i < source.getValueCount(); i++) {
        if (!limit.holds(buffer.getLong(i * 16L + 8), buffer.getLong(i * 16L))
            && !source.isNull(i)
            && rows.isLive(i)) {
          throw refusal(path, rows.rowOf(i), number(buffer, i, 16), precision, scale);
        }
      }
    };
  }

  /** Stores 256-bit decimals in 128 bits. */
  record NarrowingStep(Field field, String path, int precision, int scale) implements ColumnStep {
    @Override
    public void append(FieldVector source, Rows rows, BatchAssembly out) {
      Limit limit = Limit.of(precision);
      out.nodeLike(source);
      ArrowBuf from = source.getDataBuffer();
      ArrowBuf to = out.add(source.getValueCount() * 16L);
      for (int i = 0; i < source.getValueCount(); i++) {
        if (source.isNull(i)) {
          continue;
        }
        long low = from.getLong(i * 32L);
        long high = from.getLong(i * 32L + 8);
        long sign = high >> 63;
        boolean fits = from.getLong(i * 32L + 16) == sign && from.getLong(i * 32L + 24) == sign;
        if ((!fits || !limit.holds(high, low)) && rows.isLive(i)) {
          throw refusal(path, rows.rowOf(i), number(from, i, 32), precision, scale);
        }
        to.setLong(i * 16L, low);
        to.setLong(i * 16L + 8, high);
      }
    }
  }

  private static RuntimeException refusal(
      String path, int row, BigInteger number, int precision, int scale) {
    return Refusal.value(
        path,
        row,
        new BigDecimal(number, scale).toPlainString(),
        "has more than %s digits".formatted(precision));
  }

  private static BigInteger number(ArrowBuf buffer, int index, int width) {
    byte[] bigEndian = new byte[width];
    for (int i = 0; i < width; i++) {
      bigEndian[width - 1 - i] = buffer.getByte((long) index * width + i);
    }
    return new BigInteger(bigEndian);
  }

  /** 10 to the precision, and its negative, as two longs each. */
  private record Limit(long high, long low, long negativeHigh, long negativeLow) {
    static Limit of(int precision) {
      BigInteger limit = BigInteger.TEN.pow(precision);
      BigInteger negative = limit.negate();
      return new Limit(
          limit.shiftRight(64).longValue(),
          limit.longValue(),
          negative.shiftRight(64).longValue(),
          negative.longValue());
    }

    boolean holds(long valueHigh, long valueLow) {
      return isLess(valueHigh, valueLow, high, low)
          && isLess(negativeHigh, negativeLow, valueHigh, valueLow);
    }

    private static boolean isLess(long high, long low, long otherHigh, long otherLow) {
      return high < otherHigh || (high == otherHigh && Long.compareUnsigned(low, otherLow) < 0);
    }
  }
}

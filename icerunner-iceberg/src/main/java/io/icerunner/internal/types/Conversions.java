package io.icerunner.internal.types;

import io.icerunner.internal.types.FixedWidthStep.Conversion;
import org.apache.arrow.memory.util.Float16;

/** The exact conversions between units and widths. */
final class Conversions {
  static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long MILLIS_PER_DAY = 86_400_000L;

  /** Half-precision bits to single-precision bits. */
  static final Conversion HALF_TO_FLOAT = bits -> Float.floatToRawIntBits(toFloat(bits));

  static final Conversion HALF_TO_DOUBLE = bits -> Double.doubleToRawLongBits(toFloat(bits));

  static final Conversion FLOAT_TO_DOUBLE =
      bits -> Double.doubleToRawLongBits(Float.intBitsToFloat((int) bits));

  static final Conversion MILLIS_TO_DAYS = Conversions::wholeDays;

  private Conversions() {}

  /** To a finer unit; refuses what is out of its range. */
  static Conversion times(long factor, String unit) {
    return value -> {
      try {
        return Math.multiplyExact(value, factor);
      } catch (ArithmeticException e) {
        throw new ArithmeticException("is out of the range of " + unit);
      }
    };
  }

  /** To a coarser unit; refuses what is no whole number of it. */
  static Conversion wholePart(long factor, String hint) {
    return value -> {
      if (value % factor != 0) {
        throw new ArithmeticException("is not a whole number of microseconds" + hint);
      }
      return value / factor;
    };
  }

  /** A time of day in microseconds. */
  static Conversion timeOfDay(Conversion toMicros) {
    return value -> {
      long micros = toMicros.apply(value);
      if (micros < 0 || micros >= MICROS_PER_DAY) {
        throw new ArithmeticException("is not a time of day");
      }
      return micros;
    };
  }

  /** A decimal of at most 18 digits whose values stay under 10 to the precision. */
  static Conversion within(int precision) {
    if (precision > 18) {
      return Conversion.SAME;
    }
    long limit = Decimals.powerOfTen(precision);
    return value -> {
      if (value <= -limit || value >= limit) {
        throw new ArithmeticException("has more than " + precision + " digits");
      }
      return value;
    };
  }

  private static float toFloat(long bits) {
    return Float16.toFloat((short) bits);
  }

  private static long wholeDays(long millis) {
    if (millis % MILLIS_PER_DAY != 0) {
      throw new ArithmeticException("is not a whole number of days in milliseconds");
    }
    long days = millis / MILLIS_PER_DAY;
    if ((int) days != days) {
      throw new ArithmeticException("is out of the range of date");
    }
    return days;
  }
}

package io.icerunner.internal.mirror.cursor;

import java.math.BigInteger;
import org.apache.arrow.vector.FieldVector;

/** Decimals of one scale, as whole numbers of 128 bits. */
final class WideValues implements CursorValues<WideValues.Wide> {

  /** A number of 128 bits, of which the upper half has the sign. */
  record Wide(long high, long low) {
    static Wide of(BigInteger number) {
      return new Wide(number.shiftRight(64).longValueExact(), number.longValue());
    }

    BigInteger number() {
      BigInteger lowest =
          BigInteger.valueOf(low >>> 1).shiftLeft(1).or(BigInteger.valueOf(low & 1));
      return BigInteger.valueOf(high).shiftLeft(64).add(lowest);
    }
  }

  @Override
  public Wide at(FieldVector vector, int row) {
    return new Wide(high(vector, row), low(vector, row));
  }

  @Override
  public int compare(FieldVector vector, int row, int otherRow) {
    return compare(
        high(vector, row), low(vector, row), high(vector, otherRow), low(vector, otherRow));
  }

  @Override
  public int compare(FieldVector vector, int row, Wide value) {
    return compare(high(vector, row), low(vector, row), value.high(), value.low());
  }

  private static int compare(long high, long low, long otherHigh, long otherLow) {
    int highest = Long.compare(high, otherHigh);
    return highest != 0 ? highest : Long.compareUnsigned(low, otherLow);
  }

  private static long low(FieldVector vector, int row) {
    return vector.getDataBuffer().getLong(row * 16L);
  }

  private static long high(FieldVector vector, int row) {
    return vector.getDataBuffer().getLong(row * 16L + 8);
  }
}

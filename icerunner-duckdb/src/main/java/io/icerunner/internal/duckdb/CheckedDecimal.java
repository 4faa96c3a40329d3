package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import java.math.BigInteger;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;

/**
 * A decimal of 38 digits that may have been a {@code HUGEINT}, which has up to 39 digits: every
 * value is checked, since Arrow has no wider type here.
 */
final class CheckedDecimal implements ColumnAdapter {
  private static final BigInteger LIMIT = BigInteger.TEN.pow(38);
  private static final long LIMIT_HIGH = LIMIT.shiftRight(64).longValueExact();

  private final String column;

  CheckedDecimal(String column) {
    this.column = column;
  }

  @Override
  public void adapt(FieldVector source, FieldVector target) {
    SharedBuffers.share(source, target);
    ArrowBuf values = source.getDataBuffer();
    int count = source.getValueCount();
    for (int i = 0; i < count; i++) {
      long high = values.getLong(i * 16L + 8);
      if ((high >= LIMIT_HIGH || high < -LIMIT_HIGH) && !source.isNull(i)) {
        check((DecimalVector) source, i);
      }
    }
  }

  private void check(DecimalVector source, int index) {
    ArrowBuf values = source.getDataBuffer();
    byte[] bytes = new byte[16];
    for (int i = 0; i < 16; i++) {
      bytes[15 - i] = values.getByte(index * 16L + i);
    }
    BigInteger value = new BigInteger(bytes);
    if (value.abs().compareTo(LIMIT) >= 0) {
      throw IceRunnerException.invalidArgument(
          "Cannot return the column %s: the value %s has more than 38 digits; use CAST(… AS VARCHAR)"
              .formatted(column, value));
    }
  }
}

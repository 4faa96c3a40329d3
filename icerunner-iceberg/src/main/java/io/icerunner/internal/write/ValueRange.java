package io.icerunner.internal.write;

import io.icerunner.error.IceRunnerException;
import java.math.BigInteger;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The values that an Iceberg type holds, where its physical type could hold more. */
record ValueRange(long least, long most) {
  private static final long DAY_MICROS = 86_400_000_000L;

  /** Null if every value of the physical type is one of the Iceberg type. */
  static @Nullable ValueRange of(Type.PrimitiveType type) {
    if (type instanceof Types.DecimalType decimal && decimal.precision() <= 18) {
      long most = BigInteger.TEN.pow(decimal.precision()).longValueExact() - 1;
      return new ValueRange(-most, most);
    }
    return type.typeId() == Type.TypeID.TIME ? new ValueRange(0, DAY_MICROS - 1) : null;
  }

  void require(LeafColumn leaf, long low, long high) {
    if (low < least || high > most) {
      throw IceRunnerException.invalidArgument(
          "Cannot write %s: value %s is outside of %s, which holds %d to %d"
              .formatted(
                  leaf.name(),
                  outside(low, high) == NumberSource.OVERFLOW
                      ? "beyond 64 bits"
                      : Long.toString(outside(low, high)),
                  leaf.type(),
                  least,
                  most));
    }
  }

  private long outside(long low, long high) {
    return low < least ? low : high;
  }
}

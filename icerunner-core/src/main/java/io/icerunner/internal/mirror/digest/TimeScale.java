package io.icerunner.internal.mirror.digest;

import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/**
 * Points in time as whole seconds and nanoseconds, whatever their unit.
 *
 * @param perSecond units in a second; 1 if a unit is longer
 * @param secondsPerUnit seconds in a unit; 1 if a unit is shorter
 */
record TimeScale(long perSecond, long secondsPerUnit) {
  private static final long NANOS = 1_000_000_000;

  /** Null if the type is no day and no timestamp. */
  static @Nullable TimeScale of(ArrowType type) {
    if (type instanceof ArrowType.Date) {
      return new TimeScale(1, 86_400);
    }
    if (type instanceof ArrowType.Timestamp timestamp) {
      return new TimeScale(timestamp.getUnit() == TimeUnit.NANOSECOND ? NANOS : 1_000_000, 1);
    }
    return null;
  }

  long seconds(long value) {
    return Math.floorDiv(value, perSecond) * secondsPerUnit;
  }

  long nanos(long value) {
    return Math.floorMod(value, perSecond) * (NANOS / perSecond);
  }
}

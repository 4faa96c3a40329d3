package io.icerunner.internal.register.schema;

import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.jspecify.annotations.Nullable;

/** The type that holds the values of two primitive types exactly, as Iceberg allows it. */
final class Widening {
  private Widening() {}

  /** Null if there is none. */
  static Type.@Nullable PrimitiveType of(Type.PrimitiveType one, Type.PrimitiveType other) {
    if (isHeldBy(one, other)) {
      return other;
    }
    return isHeldBy(other, one) ? one : null;
  }

  /** Whether every reader gives the values of one type exactly in the other. */
  static boolean isHeldBy(Type.PrimitiveType narrow, Type.PrimitiveType wide) {
    return narrow.equals(wide) || TypeUtil.isPromotionAllowed(narrow, wide);
  }
}

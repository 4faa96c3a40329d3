package io.icerunner.internal.register.schema;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.UUIDUtil;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** Turns a value as statistics hold it into the table's type and unit. */
final class StoredValue {
  private static final long MICROS_PER_MILLI = 1_000;

  private final PrimitiveTypeName stored;
  private final Type.PrimitiveType type;
  private final boolean isMillis;

  private StoredValue(PrimitiveTypeName stored, Type.PrimitiveType type, boolean isMillis) {
    this.stored = stored;
    this.type = type;
    this.isMillis = isMillis;
  }

  static StoredValue of(TableLeaf leaf) {
    LogicalTypeAnnotation annotation = leaf.stored().getLogicalTypeAnnotation();
    boolean millis =
        (annotation instanceof TimestampLogicalTypeAnnotation timestamp
                && timestamp.getUnit() == TimeUnit.MILLIS)
            || (annotation instanceof TimeLogicalTypeAnnotation time
                && time.getUnit() == TimeUnit.MILLIS);
    return new StoredValue(leaf.stored().getPrimitiveTypeName(), leaf.type(), millis);
  }

  /** At most the value; null if that cannot be told. */
  @Nullable Object lower(ByteBuffer bytes) {
    Object value = type.typeId() == Type.TypeID.STRING ? TextBounds.lower(bytes) : value(bytes);
    if (value instanceof Float f) {
      return f.isNaN() ? null : f == 0 ? (Float) (-0.0f) : f;
    } else if (value instanceof Double d) {
      return d.isNaN() ? null : d == 0 ? (Double) (-0.0) : d;
    }
    return value;
  }

  /** At least the value; null if that cannot be told. */
  @Nullable Object upper(ByteBuffer bytes) {
    Object value = type.typeId() == Type.TypeID.STRING ? TextBounds.upper(bytes) : value(bytes);
    if (value instanceof Float f) {
      return f.isNaN() ? null : f == 0 ? (Float) 0.0f : f;
    } else if (value instanceof Double d) {
      return d.isNaN() ? null : d == 0 ? (Double) 0.0 : d;
    }
    return value;
  }

  private @Nullable Object value(ByteBuffer bytes) {
    ByteBuffer little = bytes.slice().order(ByteOrder.LITTLE_ENDIAN);
    int length = little.remaining();
    return switch (stored) {
      case BOOLEAN -> length == 1 ? (Boolean) (little.get(0) != 0) : null;
      case INT32 -> length == Integer.BYTES ? whole(little.getInt(0)) : null;
      case INT64 -> length == Long.BYTES ? whole(little.getLong(0)) : null;
      case FLOAT -> length == Float.BYTES ? real(little.getFloat(0)) : null;
      case DOUBLE -> length == Double.BYTES ? (Double) little.getDouble(0) : null;
      case BINARY, FIXED_LEN_BYTE_ARRAY -> bytes(little);
      case INT96 -> null;
    };
  }

  private @Nullable Object whole(long value) {
    return switch (type.typeId()) {
      case INTEGER, DATE -> (Object) (int) value;
      case LONG, TIMESTAMP_NANO -> value;
      case TIME, TIMESTAMP -> isMillis ? micros(value) : (Long) value;
      case DECIMAL -> BigDecimal.valueOf(value, scale());
      default -> null;
    };
  }

  private static @Nullable Long micros(long millis) {
    long high = Math.multiplyHigh(millis, MICROS_PER_MILLI);
    long low = millis * MICROS_PER_MILLI;
    return high == low >> (Long.SIZE - 1) ? (Long) low : null;
  }

  private @Nullable Object real(float value) {
    return type.typeId() == Type.TypeID.DOUBLE ? (Object) (double) value : (Object) value;
  }

  private @Nullable Object bytes(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.get(0, bytes);
    return switch (type.typeId()) {
      case BINARY -> ByteBuffer.wrap(bytes);
      case FIXED ->
          bytes.length == ((Types.FixedType) type).length() ? ByteBuffer.wrap(bytes) : null;
      case UUID -> bytes.length == 16 ? UUIDUtil.convert(bytes) : null;
      case DECIMAL -> bytes.length == 0 ? null : new BigDecimal(new BigInteger(bytes), scale());
      default -> null;
    };
  }

  private int scale() {
    return ((Types.DecimalType) type).scale();
  }
}

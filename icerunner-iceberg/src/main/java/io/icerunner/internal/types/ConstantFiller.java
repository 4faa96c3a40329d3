package io.icerunner.internal.types;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.iceberg.types.Type;

/**
 * A column that does not arrive and has a write default.
 *
 * @param type a primitive one
 * @param value in Iceberg's internal representation
 */
record ConstantFiller(Field field, Type type, Object value) implements Members.Filler {
  @Override
  public void append(int count, BatchAssembly out) {
    out.node(count, 0);
    out.allValid(count);
    ArrowType arrow = field.getType();
    if (arrow instanceof ArrowType.Bool) {
      ArrowBuf bits = out.add((count + 7L) / 8);
      if ((Boolean) value) {
        bits.setOne(0, bits.capacity());
      }
      return;
    }
    byte[] bytes = bytes();
    if (arrow instanceof ArrowType.Utf8 || arrow instanceof ArrowType.Binary) {
      offsets(count, bytes.length, out);
    }
    ArrowBuf values = out.add((long) count * bytes.length);
    for (int i = 0; i < count; i++) {
      values.setBytes((long) i * bytes.length, bytes);
    }
  }

  private void offsets(int count, int length, BatchAssembly out) {
    if ((long) count * length > Integer.MAX_VALUE) {
      throw Refusal.tooLarge(field.getName(), (long) count * length);
    }
    ArrowBuf offsets = out.add((count + 1L) * 4);
    for (int i = 1; i <= count; i++) {
      offsets.setInt(i * 4L, i * length);
    }
  }

  private byte[] bytes() {
    return switch (type.typeId()) {
      case INTEGER, DATE -> little(4).putInt((Integer) value).array();
      case LONG, TIME, TIMESTAMP, TIMESTAMP_NANO -> little(8).putLong((Long) value).array();
      case FLOAT -> little(4).putFloat((Float) value).array();
      case DOUBLE -> little(8).putDouble((Double) value).array();
      case STRING -> value.toString().getBytes(StandardCharsets.UTF_8);
      case UUID -> uuid((UUID) value);
      case FIXED, BINARY -> copy((ByteBuffer) value);
      case DECIMAL -> decimal(((BigDecimal) value).unscaledValue());
      default -> throw new IllegalArgumentException("No default of type " + type);
    };
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] uuid(UUID uuid) {
    return ByteBuffer.allocate(16)
        .putLong(uuid.getMostSignificantBits())
        .putLong(uuid.getLeastSignificantBits())
        .array();
  }

  private static byte[] copy(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static byte[] decimal(BigInteger unscaled) {
    return little(16)
        .putLong(unscaled.longValue())
        .putLong(unscaled.shiftRight(64).longValue())
        .array();
  }
}

package io.icerunner.internal.register.partition;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Columns whose values are close together, near the places where transforms go wrong. */
final class RandomColumns {
  static final List<Type> TYPES =
      List.of(
          Types.BooleanType.get(),
          Types.IntegerType.get(),
          Types.LongType.get(),
          Types.FloatType.get(),
          Types.DoubleType.get(),
          Types.DecimalType.of(9, 2),
          Types.DecimalType.of(18, 0),
          Types.DecimalType.of(38, 10),
          Types.DateType.get(),
          Types.TimeType.get(),
          Types.TimestampType.withoutZone(),
          Types.TimestampType.withZone(),
          Types.TimestampNanoType.withoutZone(),
          Types.StringType.get(),
          Types.UUIDType.get(),
          Types.FixedType.ofLength(3),
          Types.BinaryType.get());

  /** As long as the shortest bound that writers cut. */
  static final String LONG_TEXT = "0123456789abcdef";

  private static final String[] LETTERS = {
    "", "a", "b", "é", "日", "\uFFFD", "\uE000", "\uD7FF", "😀", "\uDBFF\uDFFF", "\u0000"
  };
  private static final long HOUR = 3_600_000_000L;
  private static final long[] TIMES = {
    0, HOUR, -HOUR, 24 * HOUR, -24 * HOUR, 31 * 24 * HOUR, 365 * 24 * HOUR, -365 * 24 * HOUR
  };

  private final Random random;

  RandomColumns(Random random) {
    this.random = random;
  }

  /** One to six values, some of them null. */
  List<@Nullable Object> column(Type type) {
    int rows = 1 + random.nextInt(6);
    Object base = value(type);
    double nulls = random.nextInt(4) == 0 ? random.nextDouble() : 0;
    boolean constant = random.nextInt(3) == 0;
    List<@Nullable Object> column = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      column.add(random.nextDouble() < nulls ? null : constant ? base : near(type, base));
    }
    return column;
  }

  /** The order of Parquet's statistics. */
  static Comparator<Object> order(Type type) {
    return switch (type.typeId()) {
      case STRING -> Comparator.comparing(text -> utf8(text), Arrays::compareUnsigned);
      case UUID -> Comparator.comparing(uuid -> number((UUID) uuid));
      default -> Comparators.forType(type.asPrimitiveType());
    };
  }

  private static byte[] utf8(Object text) {
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static BigInteger number(UUID uuid) {
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits())
            .array();
    return new BigInteger(1, bytes);
  }

  private Object value(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> random.nextBoolean();
      case INTEGER -> (int) (random.nextInt(7) - 3L + edge(Integer.MAX_VALUE, Integer.MIN_VALUE));
      case LONG -> random.nextInt(7) - 3 + edge(Long.MAX_VALUE, Long.MIN_VALUE);
      case FLOAT -> new float[] {0f, -0f, 1.5f, Float.NaN, -3f}[random.nextInt(5)];
      case DOUBLE -> new double[] {0, -0d, 1.5, Double.NaN, -3}[random.nextInt(5)];
      case DECIMAL -> decimal((Types.DecimalType) type, random.nextInt(41) - 20);
      case DATE -> random.nextInt(800) - 400;
      case TIME -> random.nextInt(1000) * 1_000_000L;
      case TIMESTAMP -> TIMES[random.nextInt(TIMES.length)];
      case TIMESTAMP_NANO -> TIMES[random.nextInt(TIMES.length)] * 1_000;
      case STRING -> (random.nextBoolean() ? "" : LONG_TEXT) + text(random.nextInt(4));
      case UUID -> new UUID(random.nextInt(3) - 1, random.nextInt(3) - 1);
      case FIXED -> bytes(3);
      default -> bytes(random.nextInt(4));
    };
  }

  private Object near(Type type, Object base) {
    return switch (type.typeId()) {
      case INTEGER -> (Integer) base + random.nextInt(3);
      case LONG -> (Long) base + random.nextInt(3);
      case DECIMAL -> ((BigDecimal) base).add(decimal((Types.DecimalType) type, random.nextInt(3)));
      case DATE -> (Integer) base + random.nextInt(40);
      case TIME -> (Long) base + random.nextInt(3);
      case TIMESTAMP -> (Long) base + random.nextInt(3) - 1 + TIMES[random.nextInt(2)];
      case TIMESTAMP_NANO -> (Long) base + random.nextInt(3) - 1;
      case STRING -> base + text(random.nextInt(3));
      case BINARY -> join((ByteBuffer) base, bytes(random.nextInt(3)));
      default -> random.nextInt(4) == 0 ? value(type) : base;
    };
  }

  private long edge(long greatest, long least) {
    return switch (random.nextInt(6)) {
      case 0 -> greatest - 10;
      case 1 -> least + 10;
      default -> 0;
    };
  }

  private static BigDecimal decimal(Types.DecimalType type, int unscaled) {
    return new BigDecimal(BigInteger.valueOf(unscaled), type.scale());
  }

  private String text(int letters) {
    StringBuilder text = new StringBuilder();
    for (int letter = 0; letter < letters; letter++) {
      text.append(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return text.toString();
  }

  private ByteBuffer bytes(int length) {
    byte[] bytes = new byte[length];
    for (int at = 0; at < length; at++) {
      bytes[at] = new byte[] {0, 1, 127, -128, -1}[random.nextInt(5)];
    }
    return ByteBuffer.wrap(bytes);
  }

  private static ByteBuffer join(ByteBuffer left, ByteBuffer right) {
    return ByteBuffer.allocate(left.remaining() + right.remaining())
        .put(left.duplicate())
        .put(right.duplicate())
        .flip();
  }
}

package io.icerunner.internal.write;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Rows of any schema: nulls, the extremes of each type, and values that come again. */
final class RandomRows {
  private static final String[] TEXTS = {
    "",
    "a",
    "ab",
    "exactly8",
    "exactly 16 bytes",
    "more than sixteen bytes",
    "grüße",
    "🧊🏃‍♀️",
    "\u0000",
    "漢字",
    "x".repeat(300)
  };

  private final Random random;

  /** Of 100 optional values, so many are null. */
  private final int nulls;

  /** Of 100 values, so many are drawn from a few. */
  private final int repeated;

  RandomRows(long seed) {
    random = new Random(seed);
    nulls = random.nextBoolean() ? 0 : random.nextInt(101);
    repeated = random.nextInt(101);
  }

  List<Record> of(Schema schema, int n) {
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      rows.add(struct(schema.asStruct()));
    }
    return rows;
  }

  private Record struct(Types.StructType type) {
    Record row = GenericRecord.create(type);
    for (int i = 0; i < type.fields().size(); i++) {
      row.set(i, field(type.fields().get(i)));
    }
    return row;
  }

  private @Nullable Object field(Types.NestedField field) {
    return field.type().typeId() == Type.TypeID.UNKNOWN
            || field.isOptional() && random.nextInt(100) < nulls
        ? null
        : value(field.type());
  }

  private Object value(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> random.nextBoolean();
      case INTEGER -> (int) integer(Integer.MIN_VALUE, Integer.MAX_VALUE);
      case LONG -> integer(Long.MIN_VALUE, Long.MAX_VALUE);
      case FLOAT -> (float) floating();
      case DOUBLE -> floating();
      case DATE -> LocalDate.ofEpochDay(integer(-700_000, 2_000_000));
      case TIME -> LocalTime.ofNanoOfDay(integer(0, 86_399_999_999L) * 1000);
      case TIMESTAMP -> instant(type, ChronoUnit.MICROS, integer(-1L << 55, 1L << 55));
      case TIMESTAMP_NANO ->
          instant(type, ChronoUnit.NANOS, integer(Long.MIN_VALUE, Long.MAX_VALUE));
      case STRING -> text();
      case BINARY -> ByteBuffer.wrap(bytes(random.nextInt(40)));
      case FIXED -> bytes(((Types.FixedType) type).length());
      case UUID -> new UUID(integer(Long.MIN_VALUE, Long.MAX_VALUE), random.nextInt(3));
      case DECIMAL -> decimal((Types.DecimalType) type);
      case STRUCT -> struct(type.asStructType());
      case LIST -> list(type.asListType());
      case MAP -> map(type.asMapType());
      default -> throw new IllegalArgumentException("No value for " + type);
    };
  }

  private long integer(long least, long most) {
    if (random.nextInt(50) == 0) {
      return random.nextBoolean() ? least : most;
    }
    long drawn =
        random.nextInt(100) < repeated
            ? random.nextInt(20)
            : random.nextLong() >> random.nextInt(64);
    return Math.max(least, Math.min(most, drawn));
  }

  private double floating() {
    double[] special = {
      Double.NaN,
      0.0,
      -0.0,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.MIN_VALUE,
      Double.MAX_VALUE
    };
    if (random.nextInt(20) == 0) {
      return special[random.nextInt(special.length)];
    }
    return random.nextInt(100) < repeated ? random.nextInt(20) / 4.0 : random.nextGaussian() * 1e6;
  }

  private Object instant(Type type, ChronoUnit unit, long since) {
    LocalDateTime local = LocalDateTime.of(1970, 1, 1, 0, 0).plus(since, unit);
    boolean utc =
        type instanceof Types.TimestampType micros
            ? micros.shouldAdjustToUTC()
            : ((Types.TimestampNanoType) type).shouldAdjustToUTC();
    return utc ? local.atOffset(ZoneOffset.UTC) : local;
  }

  private String text() {
    return random.nextInt(100) < repeated
        ? TEXTS[random.nextInt(TEXTS.length)]
        : TEXTS[random.nextInt(TEXTS.length)] + random.nextInt(1000);
  }

  private byte[] bytes(int n) {
    byte[] bytes = new byte[n];
    if (random.nextInt(100) >= repeated) {
      random.nextBytes(bytes);
    } else if (n > 0) {
      bytes[n - 1] = (byte) random.nextInt(4);
    }
    return bytes;
  }

  private BigDecimal decimal(Types.DecimalType type) {
    BigInteger most = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
    BigInteger unscaled =
        switch (random.nextInt(20)) {
          case 0 -> most;
          case 1 -> most.negate();
          case 2 -> BigInteger.ZERO;
          default ->
              random.nextInt(100) < repeated
                  ? BigInteger.valueOf(random.nextInt(19) - 9)
                  : new BigInteger(128, random)
                      .mod(most)
                      .multiply(BigInteger.valueOf(random.nextBoolean() ? 1 : -1));
        };
    return new BigDecimal(unscaled, type.scale());
  }

  private List<@Nullable Object> list(Types.ListType type) {
    List<@Nullable Object> list = new ArrayList<>();
    int n = size();
    for (int i = 0; i < n; i++) {
      list.add(field(type.fields().get(0)));
    }
    return list;
  }

  private Map<Object, @Nullable Object> map(Types.MapType type) {
    Map<Object, @Nullable Object> map = new LinkedHashMap<>();
    int n = size();
    for (int i = 0; i < n; i++) {
      map.put(value(type.keyType()), field(type.fields().get(1)));
    }
    return map;
  }

  private int size() {
    return random.nextInt(4) == 0 ? 0 : random.nextInt(5);
  }
}

package io.icerunner.internal.mirror.digest;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Schemas of every type, nested in every way, and rows of them as {@link Batches} takes them. */
final class RandomTables {
  private static final List<Type> LEAVES =
      List.of(
          Types.BooleanType.get(),
          Types.IntegerType.get(),
          Types.LongType.get(),
          Types.FloatType.get(),
          Types.DoubleType.get(),
          Types.DecimalType.of(9, 2),
          Types.DecimalType.of(38, 10),
          Types.DateType.get(),
          Types.TimeType.get(),
          Types.TimestampType.withZone(),
          Types.TimestampType.withoutZone(),
          Types.TimestampNanoType.withZone(),
          Types.TimestampNanoType.withoutZone(),
          Types.StringType.get(),
          Types.BinaryType.get(),
          Types.FixedType.ofLength(5),
          Types.UUIDType.get());

  private final Random random;
  private int ids;

  RandomTables(long seed) {
    random = new Random(seed);
  }

  Schema schema() {
    return new Schema(fields(1 + random.nextInt(6), 0));
  }

  private List<Types.NestedField> fields(int count, int depth) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(Types.NestedField.optional(++ids, "c" + ids, type(depth)));
    }
    return fields;
  }

  private Type type(int depth) {
    return switch (depth > 2 ? 9 : random.nextInt(10)) {
      case 0 -> Types.StructType.of(fields(1 + random.nextInt(3), depth + 1));
      case 1 -> Types.ListType.ofOptional(++ids, type(depth + 1));
      case 2 -> Types.MapType.ofOptional(++ids, ++ids, leaf(), type(depth + 1));
      default -> leaf();
    };
  }

  private Type leaf() {
    return LEAVES.get(random.nextInt(LEAVES.size()));
  }

  Map<String, @Nullable Object> row(Schema schema) {
    return struct(schema.asStruct());
  }

  private Map<String, @Nullable Object> struct(Types.StructType type) {
    Map<String, @Nullable Object> row = new HashMap<>();
    type.fields().forEach(field -> row.put(field.name(), optional(field.type())));
    return row;
  }

  private @Nullable Object optional(Type type) {
    return random.nextInt(5) == 0 ? null : value(type);
  }

  private Object value(Type type) {
    return switch (type.typeId()) {
      case BOOLEAN -> random.nextBoolean();
      case INTEGER, DATE -> few() ? random.nextInt(3) : random.nextInt();
      case LONG, TIMESTAMP, TIMESTAMP_NANO -> few() ? random.nextInt(3) : random.nextLong();
      case TIME -> random.nextLong(86_400_000_000L);
      case FLOAT -> few() ? random.nextInt(3) : Float.intBitsToFloat(random.nextInt());
      case DOUBLE -> few() ? random.nextInt(3) : Double.longBitsToDouble(random.nextLong());
      case DECIMAL -> decimal((Types.DecimalType) type);
      case STRING -> "ä".repeat(random.nextInt(3)) + "x".repeat(random.nextInt(20));
      case BINARY -> bytes(random.nextInt(20));
      case FIXED -> bytes(((Types.FixedType) type).length());
      case UUID -> bytes(16);
      case STRUCT -> struct(type.asStructType());
      case LIST -> list(type.asListType());
      case MAP -> map(type.asMapType());
      default -> throw new IllegalArgumentException(type.toString());
    };
  }

  private boolean few() {
    return random.nextInt(3) == 0;
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private BigDecimal decimal(Types.DecimalType type) {
    BigInteger most = BigInteger.TEN.pow(type.precision());
    return new BigDecimal(
        new BigInteger(126, random).mod(most).subtract(most.shiftRight(1)), type.scale());
  }

  private List<@Nullable Object> list(Types.ListType type) {
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(optional(type.elementType()));
    }
    return list;
  }

  private List<Object> map(Types.MapType type) {
    List<Object> entries = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      Map<String, @Nullable Object> entry = new HashMap<>();
      entry.put("key", value(type.keyType()));
      entry.put("value", optional(type.valueType()));
      entries.add(entry);
    }
    return entries;
  }
}

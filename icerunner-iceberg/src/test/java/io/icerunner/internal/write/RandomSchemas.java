package io.icerunner.internal.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Schemas of every type that is written, nested up to four levels. */
final class RandomSchemas {
  private static final List<Type> LEAVES =
      List.of(
          Types.BooleanType.get(),
          Types.IntegerType.get(),
          Types.LongType.get(),
          Types.FloatType.get(),
          Types.DoubleType.get(),
          Types.DateType.get(),
          Types.TimeType.get(),
          Types.TimestampType.withoutZone(),
          Types.TimestampType.withZone(),
          Types.TimestampNanoType.withoutZone(),
          Types.StringType.get(),
          Types.StringType.get(),
          Types.UUIDType.get(),
          Types.FixedType.ofLength(5),
          Types.BinaryType.get(),
          Types.DecimalType.of(7, 2),
          Types.DecimalType.of(15, 3),
          Types.DecimalType.of(25, 5));
  private static final int MOST_LEVELS = 4;

  private final Random random;
  private int nextId = 1;

  RandomSchemas(long seed) {
    random = new Random(seed);
  }

  Schema next() {
    int n = 1 + random.nextInt(5);
    List<Types.NestedField> columns = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      columns.add(field("c" + i, 1));
    }
    return new Schema(columns);
  }

  private Types.NestedField field(String name, int level) {
    int id = nextId++;
    Type type = type(level);
    return random.nextInt(3) == 0
        ? Types.NestedField.required(id, name, type)
        : Types.NestedField.optional(id, name, type);
  }

  private Type type(int level) {
    int kind = level < MOST_LEVELS ? random.nextInt(6) : 5;
    switch (kind) {
      case 0 -> {
        List<Types.NestedField> fields = new ArrayList<>();
        int n = 1 + random.nextInt(3);
        for (int i = 0; i < n; i++) {
          fields.add(field("f" + i, level + 1));
        }
        return Types.StructType.of(fields);
      }
      case 1 -> {
        int id = nextId++;
        return random.nextBoolean()
            ? Types.ListType.ofOptional(id, type(level + 1))
            : Types.ListType.ofRequired(id, type(level + 1));
      }
      case 2 -> {
        int key = nextId++;
        int value = nextId++;
        Type keyType = random.nextBoolean() ? Types.StringType.get() : Types.LongType.get();
        return random.nextBoolean()
            ? Types.MapType.ofOptional(key, value, keyType, type(level + 1))
            : Types.MapType.ofRequired(key, value, keyType, type(level + 1));
      }
      default -> {
        return LEAVES.get(random.nextInt(LEAVES.size()));
      }
    }
  }
}

package io.icerunner.internal.types;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarBinaryVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.ViewVarBinaryVector;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.IntervalUnit;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** A field and, where it can be stored, a vector of six values, one of them null, of each kind. */
final class ArrowSamples {
  static final String NAME = "c";
  static final int COUNT = 6;

  private ArrowSamples() {}

  static Field field(ArrowKind kind) {
    Field child = Field.nullable("x", new ArrowType.Int(16, true));
    return switch (kind) {
      case STRUCT -> nested(ArrowType.Struct.INSTANCE, child);
      case LIST -> nested(ArrowType.List.INSTANCE, child);
      case LARGE_LIST -> nested(ArrowType.LargeList.INSTANCE, child);
      case LIST_VIEW -> nested(ArrowType.ListView.INSTANCE, child);
      case LARGE_LIST_VIEW -> nested(new ArrowType.LargeListView(), child);
      case FIXED_SIZE_LIST -> nested(new ArrowType.FixedSizeList(2), child);
      case MAP -> nested(new ArrowType.Map(false), entries(child));
      case UNION -> nested(new ArrowType.Union(UnionMode.Sparse, new int[] {0}), child);
      case UUID -> extension(new ArrowType.FixedSizeBinary(16), Extensions.UUID);
      case BOOL8 -> extension(new ArrowType.Int(8, true), Extensions.BOOL8);
      case VARIANT ->
          new Field(
              NAME,
              extension(ArrowType.Struct.INSTANCE, Extensions.VARIANT).getFieldType(),
              List.of(child));
      default -> Field.nullable(NAME, type(kind));
    };
  }

  private static Field entries(Field value) {
    return new Field(
        "odd",
        FieldType.notNullable(ArrowType.Struct.INSTANCE),
        List.of(Field.notNullable("k", new ArrowType.Int(8, true)), value));
  }

  private static Field nested(ArrowType type, Field child) {
    return new Field(NAME, FieldType.nullable(type), List.of(child));
  }

  private static Field extension(ArrowType storage, String name) {
    Map<String, String> metadata =
        Map.of(
            ExtensionType.EXTENSION_METADATA_KEY_NAME,
            name,
            ExtensionType.EXTENSION_METADATA_KEY_METADATA,
            "");
    return new Field(NAME, new FieldType(true, storage, null, metadata), List.of());
  }

  private static ArrowType type(ArrowKind kind) {
    return switch (kind) {
      case NULL -> ArrowType.Null.INSTANCE;
      case BOOL -> ArrowType.Bool.INSTANCE;
      case INT8 -> new ArrowType.Int(8, true);
      case INT16 -> new ArrowType.Int(16, true);
      case INT32 -> new ArrowType.Int(32, true);
      case INT64 -> new ArrowType.Int(64, true);
      case UINT8 -> new ArrowType.Int(8, false);
      case UINT16 -> new ArrowType.Int(16, false);
      case UINT32 -> new ArrowType.Int(32, false);
      case UINT64 -> new ArrowType.Int(64, false);
      case HALF_FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.HALF);
      case FLOAT -> new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE);
      case DOUBLE -> new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
      case DECIMAL32 -> new ArrowType.Decimal(9, 2, 32);
      case DECIMAL64 -> new ArrowType.Decimal(18, 4, 64);
      case DECIMAL128 -> new ArrowType.Decimal(38, 6, 128);
      case DECIMAL256 -> new ArrowType.Decimal(38, 0, 256);
      case DATE32 -> new ArrowType.Date(DateUnit.DAY);
      case DATE64 -> new ArrowType.Date(DateUnit.MILLISECOND);
      case TIME32_S -> new ArrowType.Time(TimeUnit.SECOND, 32);
      case TIME32_MS -> new ArrowType.Time(TimeUnit.MILLISECOND, 32);
      case TIME64_US -> new ArrowType.Time(TimeUnit.MICROSECOND, 64);
      case TIME64_NS -> new ArrowType.Time(TimeUnit.NANOSECOND, 64);
      case TIMESTAMP_S -> new ArrowType.Timestamp(TimeUnit.SECOND, null);
      case TIMESTAMP_MS -> new ArrowType.Timestamp(TimeUnit.MILLISECOND, null);
      case TIMESTAMP_US -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, null);
      case TIMESTAMP_NS -> new ArrowType.Timestamp(TimeUnit.NANOSECOND, null);
      case TIMESTAMPTZ_S -> new ArrowType.Timestamp(TimeUnit.SECOND, "UTC");
      case TIMESTAMPTZ_MS -> new ArrowType.Timestamp(TimeUnit.MILLISECOND, "Europe/Madrid");
      case TIMESTAMPTZ_US -> new ArrowType.Timestamp(TimeUnit.MICROSECOND, "+05:30");
      case TIMESTAMPTZ_NS -> new ArrowType.Timestamp(TimeUnit.NANOSECOND, "America/New_York");
      case UTF8 -> ArrowType.Utf8.INSTANCE;
      case LARGE_UTF8 -> ArrowType.LargeUtf8.INSTANCE;
      case UTF8_VIEW -> ArrowType.Utf8View.INSTANCE;
      case BINARY -> ArrowType.Binary.INSTANCE;
      case LARGE_BINARY -> ArrowType.LargeBinary.INSTANCE;
      case BINARY_VIEW -> ArrowType.BinaryView.INSTANCE;
      case FIXED_SIZE_BINARY -> new ArrowType.FixedSizeBinary(16);
      case DURATION -> new ArrowType.Duration(TimeUnit.SECOND);
      case INTERVAL -> new ArrowType.Interval(IntervalUnit.MONTH_DAY_NANO);
      case OTHER -> new ArrowType.Int(24, true);
      default -> throw new IllegalArgumentException("No plain type: " + kind);
    };
  }

  /** The values as integers in the buffer's own unit; the third is null. */
  private static long[] raw(ArrowKind kind) {
    return switch (kind) {
      case BOOL, BOOL8 -> new long[] {1, 0, 0, 1, 1, 0};
      case INT8 -> new long[] {Byte.MIN_VALUE, -1, 0, 0, 1, Byte.MAX_VALUE};
      case INT16 -> new long[] {Short.MIN_VALUE, -1, 0, 0, 1, Short.MAX_VALUE};
      case INT32, DATE32 -> new long[] {Integer.MIN_VALUE, -1, 0, 0, 1, Integer.MAX_VALUE};
      case INT64, TIMESTAMP_US, TIMESTAMPTZ_US ->
          new long[] {-9_000_000_000_000_000L, -1, 0, 0, 1, 9_000_000_000_000_000L};
      case UINT8 -> new long[] {0, 1, 0, 127, 128, 255};
      case UINT16 -> new long[] {0, 1, 0, 32767, 32768, 65535};
      case UINT32 -> new long[] {0, 1, 0, Integer.MAX_VALUE, 2_147_483_648L, 4_294_967_295L};
      case UINT64 -> new long[] {0, 1, 0, Long.MAX_VALUE, Long.MIN_VALUE, -1};
      case HALF_FLOAT -> new long[] {0x3C00, 0xC000, 0, 0x7C00, 0x0001, 0x7BFF};
      case FLOAT -> new long[] {0x3F800000, 0xC0000000, 0, 0x7F800000, 0x00000001, 0x7F7FFFFF};
      case DOUBLE ->
          new long[] {
            Double.doubleToLongBits(1.5),
            Double.doubleToLongBits(-0.0),
            0,
            Double.doubleToLongBits(Double.POSITIVE_INFINITY),
            1,
            Double.doubleToLongBits(Double.MAX_VALUE)
          };
      case DECIMAL32 -> new long[] {-999_999_999, -1, 0, 0, 1, 999_999_999};
      case DECIMAL64, DECIMAL128, DECIMAL256 ->
          new long[] {-999_999_999_999_999_999L, -1, 0, 0, 1, 999_999_999_999_999_999L};
      case DATE64 -> new long[] {-86_400_000_000L, -86_400_000, 0, 0, 86_400_000, 864_000_000_000L};
      case TIME32_S -> new long[] {0, 1, 0, 2, 43_200, 86_399};
      case TIME32_MS -> new long[] {0, 1, 0, 2, 43_200_000, 86_399_999};
      case TIME64_US -> new long[] {0, 1, 0, 2, 43_200_000_000L, 86_399_999_999L};
      case TIME64_NS -> new long[] {0, 1_000, 0, 2_000, 43_200_000_000_000L, 86_399_999_999_000L};
      case TIMESTAMP_S, TIMESTAMPTZ_S -> new long[] {-9_000_000_000L, -1, 0, 0, 1, 9_000_000_000L};
      case TIMESTAMP_MS, TIMESTAMPTZ_MS ->
          new long[] {-9_000_000_000_000L, -1, 0, 0, 1, 9_000_000_000_000L};
      case TIMESTAMP_NS, TIMESTAMPTZ_NS ->
          new long[] {-9_000_000_000_000_000_000L, -1_000, 0, 0, 1_000, 9_000_000_000_000_000_000L};
      default -> throw new IllegalArgumentException("No raw values: " + kind);
    };
  }

  static FieldVector vector(ArrowKind kind, BufferAllocator allocator) {
    FieldVector vector = field(kind).createVector(allocator);
    switch (kind) {
      case NULL -> ((NullVector) vector).setValueCount(COUNT);
      case UTF8, LARGE_UTF8, UTF8_VIEW -> fillTexts(vector);
      case BINARY, LARGE_BINARY, BINARY_VIEW -> fillBytes(vector);
      case UUID, FIXED_SIZE_BINARY -> load(vector, 128, i -> i * 0x0102030405060708L);
      default -> {
        long[] raw = raw(kind);
        load(vector, (int) Widths.bits(field(kind).getType()), i -> raw[i]);
      }
    }
    return vector;
  }

  private static void fillTexts(FieldVector vector) {
    vector.allocateNew();
    String[] texts = {"", "ascii", "null", "ünïcode 🧊", "x".repeat(300), "twelve bytes!"};
    for (int i = 0; i < COUNT; i++) {
      if (i != 2) {
        put(vector, i, texts[i].getBytes(StandardCharsets.UTF_8));
      }
    }
    vector.setValueCount(COUNT);
  }

  private static void fillBytes(FieldVector vector) {
    vector.allocateNew();
    for (int i = 0; i < COUNT; i++) {
      if (i != 2) {
        byte[] value = new byte[i * 7];
        java.util.Arrays.fill(value, (byte) (0x80 + i));
        put(vector, i, value);
      }
    }
    vector.setValueCount(COUNT);
  }

  private static void put(FieldVector vector, int i, byte[] value) {
    if (vector instanceof VarCharVector v) {
      v.setSafe(i, value);
    } else if (vector instanceof VarBinaryVector v) {
      v.setSafe(i, value);
    } else if (vector instanceof LargeVarCharVector v) {
      v.setSafe(i, value);
    } else if (vector instanceof LargeVarBinaryVector v) {
      v.setSafe(i, value);
    } else if (vector instanceof ViewVarCharVector v) {
      v.setSafe(i, value);
    } else if (vector instanceof ViewVarBinaryVector v) {
      v.setSafe(i, value);
    }
  }

  /** Loads values written bit by bit, so that widths the vector class does not know work too. */
  private static void load(
      FieldVector vector, int bits, java.util.function.IntToLongFunction values) {
    BufferAllocator allocator = vector.getAllocator();
    try (ArrowBuf validity = allocator.buffer(8);
        ArrowBuf data = allocator.buffer(((long) bits * COUNT + 7) / 8)) {
      validity.setZero(0, validity.capacity());
      data.setZero(0, data.capacity());
      for (int i = 0; i < COUNT; i++) {
        if (i == 2) {
          continue;
        }
        BitVectorHelper.setBit(validity, i);
        if (bits == 1) {
          BitVectorHelper.setValidityBit(data, i, (int) values.applyAsLong(i));
        } else {
          write(data, i, bits / 8, values.applyAsLong(i));
        }
      }
      vector.loadFieldBuffers(
          new ArrowFieldNode(COUNT, 1), new ArrayList<>(List.of(validity, data)));
    }
  }

  private static void write(ArrowBuf data, int index, int width, long value) {
    for (int b = 0; b < width; b++) {
      data.setByte((long) index * width + b, (int) (b < 8 ? value >> (8 * b) : value >> 63));
    }
  }
}

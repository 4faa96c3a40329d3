package io.icerunner.internal.write;

import io.icerunner.internal.types.TypeMappers;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Iceberg records as canonical Arrow batches. */
public final class ArrowRows {
  private ArrowRows() {}

  public static VectorSchemaRoot batch(
      Schema schema, List<Record> rows, BufferAllocator allocator) {
    VectorSchemaRoot root = VectorSchemaRoot.create(arrow(schema), allocator);
    for (int column = 0; column < schema.columns().size(); column++) {
      Type type = schema.columns().get(column).type();
      FieldVector vector = root.getVector(column);
      vector.allocateNew();
      for (int i = 0; i < rows.size(); i++) {
        set(vector, i, type, rows.get(i).get(column));
      }
    }
    root.setRowCount(rows.size());
    return root;
  }

  public static org.apache.arrow.vector.types.pojo.Schema arrow(Schema schema) {
    return TypeMappers.canonical(schema);
  }

  private static void set(FieldVector vector, int i, Type type, @Nullable Object value) {
    if (type.typeId() == Type.TypeID.UNKNOWN) {
      return;
    }
    if (value == null) {
      setNull(vector, i);
      return;
    }
    switch (type.typeId()) {
      case BOOLEAN -> ((BitVector) vector).setSafe(i, (Boolean) value ? 1 : 0);
      case INTEGER -> ((IntVector) vector).setSafe(i, (Integer) value);
      case LONG -> ((BigIntVector) vector).setSafe(i, (Long) value);
      case FLOAT -> ((Float4Vector) vector).setSafe(i, (Float) value);
      case DOUBLE -> ((Float8Vector) vector).setSafe(i, (Double) value);
      case DATE -> ((DateDayVector) vector).setSafe(i, (int) ((LocalDate) value).toEpochDay());
      case TIME -> ((TimeMicroVector) vector).setSafe(i, ((LocalTime) value).toNanoOfDay() / 1000);
      case TIMESTAMP -> ((TimeStampVector) vector).setSafe(i, since(value, ChronoUnit.MICROS));
      case TIMESTAMP_NANO -> ((TimeStampVector) vector).setSafe(i, since(value, ChronoUnit.NANOS));
      case STRING ->
          ((VarCharVector) vector).setSafe(i, value.toString().getBytes(StandardCharsets.UTF_8));
      case BINARY -> ((VarBinaryVector) vector).setSafe(i, bytes((ByteBuffer) value));
      case FIXED -> ((FixedSizeBinaryVector) vector).setSafe(i, (byte[]) value);
      case UUID -> ((FixedSizeBinaryVector) vector).setSafe(i, bytes((UUID) value));
      case DECIMAL -> ((DecimalVector) vector).setSafe(i, (BigDecimal) value);
      case STRUCT -> setStruct((StructVector) vector, i, type.asStructType(), (Record) value);
      case LIST -> setList((ListVector) vector, i, type.asListType(), (List<?>) value);
      case MAP -> setMap((ListVector) vector, i, type.asMapType(), (Map<?, ?>) value);
      default -> throw new IllegalArgumentException("No Arrow value for " + type);
    }
  }

  private static void setNull(FieldVector vector, int i) {
    if (vector instanceof StructVector struct) {
      struct.setNull(i);
    } else if (vector instanceof ListVector list) {
      list.setNull(i);
    } else {
      while (vector.getValueCapacity() <= i) {
        vector.reAlloc();
      }
      vector.setNull(i);
    }
  }

  private static void setStruct(StructVector vector, int i, Types.StructType type, Record value) {
    vector.setIndexDefined(i);
    for (int child = 0; child < type.fields().size(); child++) {
      set(
          (FieldVector) vector.getChildByOrdinal(child),
          i,
          type.fields().get(child).type(),
          value.get(child));
    }
  }

  private static void setList(ListVector vector, int i, Types.ListType type, List<?> values) {
    int at = vector.startNewValue(i);
    for (Object value : values) {
      set(vector.getDataVector(), at++, type.elementType(), value);
    }
    vector.endValue(i, values.size());
  }

  private static void setMap(ListVector vector, int i, Types.MapType type, Map<?, ?> values) {
    StructVector entries = (StructVector) vector.getDataVector();
    int at = vector.startNewValue(i);
    for (Map.Entry<?, ?> entry : values.entrySet()) {
      entries.setIndexDefined(at);
      set((FieldVector) entries.getChildByOrdinal(0), at, type.keyType(), entry.getKey());
      set((FieldVector) entries.getChildByOrdinal(1), at, type.valueType(), entry.getValue());
      at++;
    }
    vector.endValue(i, values.size());
  }

  private static long since(Object value, ChronoUnit unit) {
    OffsetDateTime epoch = OffsetDateTime.of(1970, 1, 1, 0, 0, 0, 0, ZoneOffset.UTC);
    return unit.between(
        epoch,
        value instanceof LocalDateTime local
            ? local.atOffset(ZoneOffset.UTC)
            : (OffsetDateTime) value);
  }

  private static byte[] bytes(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    return bytes;
  }

  private static byte[] bytes(UUID value) {
    return ByteBuffer.allocate(16)
        .putLong(value.getMostSignificantBits())
        .putLong(value.getLeastSignificantBits())
        .array();
  }
}

package io.icerunner.internal.mirror.digest;

import io.icerunner.internal.types.TypeMappers;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
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
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Canonical batches of rows by column name: numbers, text, bytes, lists, structs as maps, and maps
 * as lists of entries with "key" and "value".
 */
public final class Batches {
  private Batches() {}

  public static VectorSchemaRoot of(
      Schema schema, List<Map<String, @Nullable Object>> rows, BufferAllocator allocator) {
    VectorSchemaRoot batch = VectorSchemaRoot.create(TypeMappers.canonical(schema), allocator);
    for (FieldVector vector : batch.getFieldVectors()) {
      for (int i = 0; i < rows.size(); i++) {
        set(vector, i, rows.get(i).get(vector.getName()));
      }
      vector.setValueCount(rows.size());
    }
    batch.setRowCount(rows.size());
    return batch;
  }

  private static void set(FieldVector vector, int i, @Nullable Object value) {
    if (value == null) {
      if (!(vector instanceof NullVector)) {
        vector.setNull(i);
      }
    } else if (vector instanceof StructVector struct) {
      struct.setIndexDefined(i);
      for (FieldVector child : struct.getChildrenFromFields()) {
        set(child, i, ((Map<?, ?>) value).get(child.getName()));
      }
    } else if (vector instanceof ListVector list) {
      int at = list.startNewValue(i);
      List<?> elements = (List<?>) value;
      for (int e = 0; e < elements.size(); e++) {
        set(list.getDataVector(), at + e, elements.get(e));
      }
      list.endValue(i, elements.size());
    } else {
      setLeaf(vector, i, value);
    }
  }

  private static void setLeaf(FieldVector vector, int i, Object value) {
    if (vector instanceof BitVector v) {
      v.setSafe(i, (boolean) value ? 1 : 0);
    } else if (vector instanceof IntVector v) {
      v.setSafe(i, ((Number) value).intValue());
    } else if (vector instanceof DateDayVector v) {
      v.setSafe(i, ((Number) value).intValue());
    } else if (vector instanceof BigIntVector v) {
      v.setSafe(i, ((Number) value).longValue());
    } else if (vector instanceof TimeMicroVector v) {
      v.setSafe(i, ((Number) value).longValue());
    } else if (vector instanceof TimeStampVector v) {
      v.setSafe(i, ((Number) value).longValue());
    } else if (vector instanceof Float4Vector v) {
      v.setSafe(i, ((Number) value).floatValue());
    } else if (vector instanceof Float8Vector v) {
      v.setSafe(i, ((Number) value).doubleValue());
    } else if (vector instanceof DecimalVector v) {
      v.setSafe(i, (BigDecimal) value);
    } else if (vector instanceof VarCharVector v) {
      v.setSafe(i, ((String) value).getBytes(StandardCharsets.UTF_8));
    } else if (vector instanceof VarBinaryVector v) {
      v.setSafe(i, (byte[]) value);
    } else {
      ((FixedSizeBinaryVector) vector).setSafe(i, (byte[]) value);
    }
  }
}

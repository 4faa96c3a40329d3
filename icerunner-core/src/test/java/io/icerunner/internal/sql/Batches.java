package io.icerunner.internal.sql;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** Small batches for tests; the caller closes them. */
final class Batches {
  static final ArrowType INT64 = new ArrowType.Int(64, true);
  static final ArrowType INT32 = new ArrowType.Int(32, true);
  static final ArrowType UTF8 = ArrowType.Utf8.INSTANCE;

  private Batches() {}

  /** Rows {@code (id, name)} with ids from a start, named {@code n<id>}. */
  static VectorSchemaRoot idAndName(BufferAllocator allocator, int start, int count) {
    Schema schema = new Schema(List.of(Field.nullable("id", INT64), Field.nullable("name", UTF8)));
    VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
    BigIntVector ids = (BigIntVector) root.getVector(0);
    VarCharVector names = (VarCharVector) root.getVector(1);
    for (int i = 0; i < count; i++) {
      ids.setSafe(i, start + i);
      names.setSafe(i, ("n" + (start + i)).getBytes(StandardCharsets.UTF_8));
    }
    root.setRowCount(count);
    return root;
  }

  /** One row of parameters named {@code 0}, {@code 1}, …; a null is of the null type. */
  static VectorSchemaRoot row(BufferAllocator allocator, Object... values) {
    return rows(allocator, values.length, values);
  }

  /** Rows of so many parameters; the types are those of the first row. */
  static VectorSchemaRoot rows(BufferAllocator allocator, int columns, Object... values) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      fields.add(Field.nullable(Integer.toString(i), type(values[i])));
    }
    VectorSchemaRoot root = VectorSchemaRoot.create(new Schema(fields), allocator);
    root.allocateNew();
    for (int i = 0; i < values.length; i++) {
      set(root.getVector(i % columns), i / columns, values[i]);
    }
    root.setRowCount(values.length / columns);
    return root;
  }

  private static ArrowType type(Object value) {
    if (value instanceof Integer) {
      return INT32;
    } else if (value instanceof Long) {
      return INT64;
    } else if (value instanceof String) {
      return UTF8;
    }
    return ArrowType.Null.INSTANCE;
  }

  private static void set(FieldVector vector, int row, Object value) {
    if (vector instanceof IntVector ints) {
      ints.setSafe(row, (Integer) value);
    } else if (vector instanceof BigIntVector longs) {
      longs.setSafe(row, (Long) value);
    } else if (vector instanceof VarCharVector texts) {
      texts.setSafe(row, ((String) value).getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Stands for a parameter of the null type. */
  enum Null {
    NULL
  }
}

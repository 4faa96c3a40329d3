package io.icerunner.internal.sql;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.jspecify.annotations.Nullable;

/** Writes rows given as one value per column: the shape of every metadata result but SqlInfo. */
final class Cells {
  private Cells() {}

  static void write(VectorSchemaRoot root, int row, List<@Nullable Object> values) {
    for (int i = 0; i < values.size(); i++) {
      write(root.getVector(i), row, values.get(i));
    }
  }

  private static void write(FieldVector vector, int row, @Nullable Object value) {
    if (value == null) {
      writeNull(vector, row);
    } else if (vector instanceof VarCharVector text) {
      text.setSafe(row, ((String) value).getBytes(StandardCharsets.UTF_8));
    } else if (vector instanceof VarBinaryVector binary) {
      binary.setSafe(row, (byte[]) value);
    } else if (vector instanceof IntVector number) {
      number.setSafe(row, (Integer) value);
    } else if (vector instanceof BitVector bit) {
      bit.setSafe(row, (Boolean) value ? 1 : 0);
    } else if (vector instanceof ListVector list) {
      writeTexts(list, row, (List<?>) value);
    } else {
      throw new IllegalArgumentException("No cell of type " + vector.getField());
    }
  }

  private static void writeNull(FieldVector vector, int row) {
    if (vector instanceof ListVector list) {
      list.setNull(row);
    } else if (vector instanceof BaseFixedWidthVector fixed) {
      while (fixed.getValueCapacity() <= row) {
        fixed.reAlloc();
      }
      fixed.setNull(row);
    } else {
      vector.setNull(row);
    }
  }

  private static void writeTexts(ListVector list, int row, List<?> texts) {
    int offset = list.startNewValue(row);
    VarCharVector items = (VarCharVector) list.getDataVector();
    for (int i = 0; i < texts.size(); i++) {
      items.setSafe(offset + i, ((String) texts.get(i)).getBytes(StandardCharsets.UTF_8));
    }
    list.endValue(row, texts.size());
  }
}

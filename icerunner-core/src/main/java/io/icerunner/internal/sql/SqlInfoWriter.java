package io.icerunner.internal.sql;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;

/** Writes one SqlInfo id and its value into the dense union that Flight SQL has for it. */
final class SqlInfoWriter implements RowStream.RowWriter<Map.Entry<Integer, Object>> {
  private static final byte TEXT = 0;
  private static final byte BOOL = 1;
  private static final byte BIGINT = 2;
  private static final byte INT = 3;
  private static final byte TEXTS = 4;
  private static final byte MAP = 5;

  @Override
  public void write(VectorSchemaRoot root, int row, Map.Entry<Integer, Object> info) {
    ((UInt4Vector) root.getVector(0)).setSafe(row, info.getKey());
    DenseUnionVector union = (DenseUnionVector) root.getVector(1);
    byte typeId = typeId(info.getValue());
    // Gives the row the next free place of the child that holds the type.
    union.setTypeId(row, typeId);
    FieldVector child = (FieldVector) union.getVectorByType(typeId);
    int index = child.getValueCount();
    while (union.getOffsetBuffer().capacity() <= (long) row * DenseUnionVector.OFFSET_WIDTH) {
      union.reAlloc();
    }
    union.getOffsetBuffer().setInt((long) row * DenseUnionVector.OFFSET_WIDTH, index);
    writeValue(child, index, info.getValue());
    child.setValueCount(index + 1);
  }

  private static byte typeId(Object value) {
    if (value instanceof String) {
      return TEXT;
    } else if (value instanceof Boolean) {
      return BOOL;
    } else if (value instanceof Long) {
      return BIGINT;
    } else if (value instanceof Integer) {
      return INT;
    } else if (value instanceof List) {
      return TEXTS;
    }
    return MAP;
  }

  private static void writeValue(FieldVector child, int index, Object value) {
    if (child instanceof VarCharVector text) {
      text.setSafe(index, ((String) value).getBytes(StandardCharsets.UTF_8));
    } else if (child instanceof BitVector bit) {
      bit.setSafe(index, (Boolean) value ? 1 : 0);
    } else if (child instanceof BigIntVector number) {
      number.setSafe(index, (Long) value);
    } else if (child instanceof IntVector number) {
      number.setSafe(index, (Integer) value);
    } else if (child instanceof MapVector map) {
      writeMap(map, index, (Map<?, ?>) value);
    } else {
      writeTexts((ListVector) child, index, (List<?>) value);
    }
  }

  private static void writeTexts(ListVector list, int index, List<?> texts) {
    int offset = list.startNewValue(index);
    VarCharVector items = (VarCharVector) list.getDataVector();
    for (int i = 0; i < texts.size(); i++) {
      items.setSafe(offset + i, ((String) texts.get(i)).getBytes(StandardCharsets.UTF_8));
    }
    list.endValue(index, texts.size());
  }

  private static void writeMap(MapVector map, int index, Map<?, ?> entries) {
    int offset = map.startNewValue(index);
    StructVector struct = (StructVector) map.getDataVector();
    int i = offset;
    for (Map.Entry<?, ?> entry : entries.entrySet()) {
      struct.setIndexDefined(i);
      ((IntVector) struct.getChildByOrdinal(0)).setSafe(i, (Integer) entry.getKey());
      ListVector values = (ListVector) struct.getChildByOrdinal(1);
      List<?> numbers = (List<?>) entry.getValue();
      int start = values.startNewValue(i);
      for (int k = 0; k < numbers.size(); k++) {
        ((IntVector) values.getDataVector()).setSafe(start + k, (Integer) numbers.get(k));
      }
      values.endValue(i++, numbers.size());
    }
    map.endValue(index, entries.size());
  }
}

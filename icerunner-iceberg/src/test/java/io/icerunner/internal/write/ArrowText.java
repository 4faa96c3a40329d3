package io.icerunner.internal.write;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** Values of Arrow vectors as text, the same for a canonical batch and for what DuckDB exports. */
final class ArrowText {
  private ArrowText() {}

  static List<String> of(Schema schema, VectorSchemaRoot batch) {
    List<String> rows = new ArrayList<>();
    for (int i = 0; i < batch.getRowCount(); i++) {
      int row = i;
      rows.add(
          schema.columns().stream()
              .map(column -> of(batch.getVector(column.name()), row, column.type()))
              .collect(Collectors.joining(", ", "(", ")")));
    }
    return rows;
  }

  private static String of(FieldVector vector, int i, Type type) {
    if (vector.isNull(i)) {
      return "null";
    }
    if (type instanceof Types.StructType struct) {
      return fields((StructVector) vector, i, struct.fields());
    } else if (type instanceof Types.ListType list) {
      ListVector lists = (ListVector) vector;
      return IntStream.range(lists.getElementStartIndex(i), lists.getElementEndIndex(i))
          .mapToObj(k -> of(lists.getDataVector(), k, list.elementType()))
          .collect(Collectors.joining(", ", "[", "]"));
    } else if (type instanceof Types.MapType map) {
      ListVector maps = (ListVector) vector;
      return IntStream.range(maps.getElementStartIndex(i), maps.getElementEndIndex(i))
          .mapToObj(k -> fields((StructVector) maps.getDataVector(), k, map.fields()))
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return leaf(vector, i, type);
  }

  private static String fields(StructVector struct, int i, List<Types.NestedField> fields) {
    return IntStream.range(0, fields.size())
        .mapToObj(k -> of((FieldVector) struct.getChildByOrdinal(k), i, fields.get(k).type()))
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String leaf(FieldVector vector, int i, Type type) {
    if (vector instanceof VarCharVector text) {
      return text.getObject(i).toString();
    } else if (vector instanceof VarBinaryVector bytes) {
      return HexFormat.of().formatHex(bytes.get(i));
    } else if (vector instanceof FixedSizeBinaryVector bytes) {
      return type.typeId() == Type.TypeID.UUID
          ? uuid(ByteBuffer.wrap(bytes.get(i)))
          : HexFormat.of().formatHex(bytes.get(i));
    } else if (vector instanceof TimeStampVector || vector instanceof BaseFixedWidthVector) {
      return vector instanceof TimeStampVector instant
          ? Long.toString(instant.get(i))
          : vector.getObject(i).toString();
    }
    throw new IllegalArgumentException("No text for " + vector.getField());
  }

  private static String uuid(ByteBuffer bytes) {
    return new UUID(bytes.getLong(), bytes.getLong()).toString();
  }
}

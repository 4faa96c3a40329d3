package io.icerunner.internal.parquetcolumns;

import io.icerunner.error.IceRunnerException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.UUIDUtil;
import org.jspecify.annotations.Nullable;

/** Gives the values of a canonical vector in Iceberg's internal representation. */
@FunctionalInterface
interface ColumnReader {

  @Nullable Object read(int row);

  /**
   * @throws IceRunnerException UNSUPPORTED naming the column if it is a struct or a map
   */
  static ColumnReader of(Types.NestedField column, FieldVector vector) {
    ColumnReader values = values(column.name(), column.type(), vector);
    return row -> vector.isNull(row) ? null : values.read(row);
  }

  private static ColumnReader values(String name, Type type, FieldVector vector) {
    return switch (type.typeId()) {
      case BOOLEAN, INTEGER, LONG, FLOAT, DOUBLE, DATE, DECIMAL -> vector::getObject;
      case TIME -> ((TimeMicroVector) vector)::get;
      case TIMESTAMP, TIMESTAMP_NANO -> ((TimeStampVector) vector)::get;
      case STRING -> row -> String.valueOf(((VarCharVector) vector).getObject(row));
      case UUID -> row -> UUIDUtil.convert(((FixedSizeBinaryVector) vector).get(row));
      case FIXED -> row -> ByteBuffer.wrap(((FixedSizeBinaryVector) vector).get(row));
      case BINARY -> row -> ByteBuffer.wrap(((VarBinaryVector) vector).get(row));
      case LIST -> list(name, type.asListType(), (ListVector) vector);
      default ->
          throw IceRunnerException.unsupported(
              "Cannot read the values of column %s: they are of type %s".formatted(name, type));
    };
  }

  private static ColumnReader list(String name, Types.ListType type, ListVector vector) {
    ColumnReader elements =
        of(Types.NestedField.optional(1, name, type.elementType()), vector.getDataVector());
    return row -> {
      List<@Nullable Object> values = new ArrayList<>();
      for (int at = vector.getElementStartIndex(row); at < vector.getElementEndIndex(row); at++) {
        values.add(elements.read(at));
      }
      return values;
    };
  }
}

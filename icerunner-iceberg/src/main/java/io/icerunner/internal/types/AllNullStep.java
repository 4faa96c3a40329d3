package io.icerunner.internal.types;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** A column of nothing but nulls, whatever its type. */
record AllNullStep(Field field) implements ColumnStep {
  @Override
  public void append(FieldVector source, Rows rows, BatchAssembly out) {
    append(field, source.getValueCount(), out);
  }

  /** Appends a number of nulls. */
  static void append(Field field, int count, BatchAssembly out) {
    out.node(count, count);
    ArrowType type = field.getType();
    if (type instanceof ArrowType.Null) {
      return;
    }
    out.add((count + 7L) / 8);
    switch (type.getTypeID()) {
      case Struct -> field.getChildren().forEach(child -> append(child, count, out));
      case List, Map -> {
        out.add((count + 1L) * 4);
        append(field.getChildren().get(0), 0, out);
      }
      case Utf8, Binary -> {
        out.add((count + 1L) * 4);
        out.add(0);
      }
      default -> out.add(Widths.bytes(type, count));
    }
  }
}

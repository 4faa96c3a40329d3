package io.icerunner.internal.types;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** A struct: its fields matched by name. */
record StructStep(Field field, Members members) implements ColumnStep {
  @Override
  public void append(FieldVector source, Rows rows, BatchAssembly out) {
    out.nodeLike(source);
    Rows inner =
        source.getNullCount() == 0 ? rows : i -> source.isNull(i) ? Rows.NONE : rows.rowOf(i);
    members.append(source.getChildrenFromFields(), source.getValueCount(), inner, out);
  }
}

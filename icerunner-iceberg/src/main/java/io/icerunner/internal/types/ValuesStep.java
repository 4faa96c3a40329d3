package io.icerunner.internal.types;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** Strings or bytes in canonical layout: their buffers are shared. */
record ValuesStep(Field field, ValueCheck check) implements ColumnStep {
  @Override
  public void append(FieldVector source, Rows rows, BatchAssembly out) {
    check.check(source, rows);
    out.nodeLike(source);
    Offsets.share(source.getOffsetBuffer(), source.getValueCount(), out);
    out.share(source.getDataBuffer());
  }
}

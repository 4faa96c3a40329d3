package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** A column without children whose layout is the canonical one: its buffers are shared. */
record ShareStep(Field field, ValueCheck check) implements ColumnStep {

  @Override
  public void append(FieldVector source, Rows rows, BatchAssembly out) {
    check.check(source, rows);
    out.nodeLike(source);
    for (ArrowBuf buffer : source.getFieldBuffers().subList(1, source.getFieldBuffers().size())) {
      out.share(buffer);
    }
  }
}

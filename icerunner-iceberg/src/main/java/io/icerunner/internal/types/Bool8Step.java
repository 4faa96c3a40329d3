package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** Booleans of one byte each; any byte but zero is true. */
record Bool8Step(Field field) implements ColumnStep {
  @Override
  public void append(FieldVector source, Rows rows, BatchAssembly out) {
    int count = source.getValueCount();
    out.nodeLike(source);
    ArrowBuf from = source.getDataBuffer();
    ArrowBuf to = out.add((count + 7L) / 8);
    for (int i = 0; i < count; i++) {
      if (from.getByte(i) != 0) {
        BitVectorHelper.setBit(to, i);
      }
    }
  }
}

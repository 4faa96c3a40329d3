package io.icerunner.internal.duckdb;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;

/** Which values of a vector are null. */
final class Validity {
  private Validity() {}

  /** Gives a target of fixed width room for the values, with the nulls of the source. */
  static void allocate(FieldVector source, FieldVector target, int count) {
    ((BaseFixedWidthVector) target).allocateNew(count);
    copy(source, target, count);
  }

  /** Gives a target of variable width room for the values, with the nulls of the source. */
  static void allocate(FieldVector source, BaseVariableWidthVector target, int count, long bytes) {
    target.allocateNew(bytes, count);
    copy(source, target, count);
  }

  private static void copy(FieldVector source, FieldVector target, int count) {
    ArrowBuf validity = target.getValidityBuffer();
    long length = (count + 7L) / 8;
    if (source.getNullCount() == 0) {
      validity.setOne(0, length);
    } else {
      validity.setBytes(0, source.getValidityBuffer(), 0, length);
    }
  }
}

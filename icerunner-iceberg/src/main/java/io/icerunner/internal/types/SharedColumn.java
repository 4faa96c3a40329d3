package io.icerunner.internal.types;

import org.apache.arrow.vector.FieldVector;

/** A column in canonical layout that is appended as it is, nested ones included. */
final class SharedColumn {
  private SharedColumn() {}

  static void append(FieldVector source, BatchAssembly out) {
    out.node(source.getValueCount(), source.getNullCount());
    source.getFieldBuffers().forEach(out::share);
    for (FieldVector child : source.getChildrenFromFields()) {
      append(child, out);
    }
  }
}

package io.icerunner.internal.types;

import org.apache.arrow.vector.FieldVector;

/**
 * The place of a column, or of a nested field, in a batch.
 *
 * @param step how it is appended
 * @param required whether a null is refused
 * @param path its full name, for messages
 */
record Slot(ColumnStep step, boolean required, String path) {

  /** Appends a source of any encoding. */
  void append(FieldVector source, Rows rows, BatchAssembly out) {
    Encodings.append(this, source, rows, out);
  }

  /** Appends a source that is neither dictionary nor run-end encoded. */
  void appendPlain(FieldVector source, Rows rows, BatchAssembly out) {
    if (required && source.getNullCount() > 0) {
      for (int i = 0; i < source.getValueCount(); i++) {
        if (source.isNull(i) && rows.isLive(i)) {
          throw Refusal.nullValue(path, rows.rowOf(i));
        }
      }
    }
    step.append(source, rows, out);
  }

  /** Appends the canonical values at the given indices; -1 for null. */
  void appendTaken(FieldVector canonical, int[] indices, Rows rows, BatchAssembly out) {
    if (required) {
      for (int i = 0; i < indices.length; i++) {
        if ((indices[i] < 0 || canonical.isNull(indices[i])) && rows.isLive(i)) {
          throw Refusal.nullValue(path, rows.rowOf(i));
        }
      }
    }
    new Taking(path, out).append(canonical, indices);
  }
}

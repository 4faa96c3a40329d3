package io.icerunner.internal.types;

import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** Appends one column, or one nested field of it, to a batch in canonical layout. */
interface ColumnStep {

  /** The canonical field that results. */
  Field field();

  /**
   * @param source plain: neither dictionary nor run-end encoded, no extension vector; its buffers
   *     are validated
   * @param rows which of its values belong to a row
   */
  void append(FieldVector source, Rows rows, BatchAssembly out);
}

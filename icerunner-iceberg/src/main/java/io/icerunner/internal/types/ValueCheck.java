package io.icerunner.internal.types;

import org.apache.arrow.vector.FieldVector;

/** Refuses values that the buffers can hold and the column cannot. */
@FunctionalInterface
interface ValueCheck {
  /** Every bit pattern is a value. */
  ValueCheck NONE = (source, rows) -> {};

  /**
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT with column, row and value
   */
  void check(FieldVector source, Rows rows);
}

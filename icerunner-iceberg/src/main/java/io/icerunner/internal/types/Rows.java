package io.icerunner.internal.types;

/**
 * Tells which row of the batch a value of a column, or of a column nested in it, belongs to. A
 * value below a null list or struct belongs to none: it may be anything and is never looked at.
 */
@FunctionalInterface
interface Rows {
  /** What {@link #rowOf} says of a value that belongs to no row. */
  int NONE = -1;

  /** Top-level columns: the value's index is the row. */
  Rows TOP = index -> index;

  /** The row, from 0, of the value at an index; {@link #NONE} if it is below a null. */
  int rowOf(int index);

  /** Whether the value at an index is part of a row. */
  default boolean isLive(int index) {
    return rowOf(index) != NONE;
  }
}

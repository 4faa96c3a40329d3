package io.icerunner.internal.mirror.cursor;

import org.apache.arrow.vector.FieldVector;

/**
 * Whole numbers, days and points in time.
 *
 * @param isFourBytes whether they are as wide as an int; else as a long
 */
record LongValues(boolean isFourBytes) implements CursorValues<Long> {

  @Override
  public Long at(FieldVector vector, int row) {
    return number(vector, row);
  }

  @Override
  public int compare(FieldVector vector, int row, int otherRow) {
    return Long.compare(number(vector, row), number(vector, otherRow));
  }

  @Override
  public int compare(FieldVector vector, int row, Long value) {
    return Long.compare(number(vector, row), value);
  }

  private long number(FieldVector vector, int row) {
    return isFourBytes
        ? vector.getDataBuffer().getInt(row * 4L)
        : vector.getDataBuffer().getLong(row * 8L);
  }
}

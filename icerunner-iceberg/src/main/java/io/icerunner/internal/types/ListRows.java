package io.icerunner.internal.types;

import org.apache.arrow.vector.FieldVector;

/**
 * The rows of the elements of lists.
 *
 * @param lists the list vector
 * @param starts where the elements of a list start; they end where those of the next one start
 * @param rows those of the lists
 */
record ListRows(FieldVector lists, Starts starts, Rows rows) implements Rows {

  /** Where the elements of list i start, for i up to and including the number of lists. */
  @FunctionalInterface
  interface Starts {
    long at(int list);
  }

  @Override
  public int rowOf(int element) {
    int low = 0;
    int high = lists.getValueCount();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (starts.at(middle + 1) <= element) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    boolean inside = low < lists.getValueCount() && starts.at(low) <= element;
    return inside && !lists.isNull(low) ? rows.rowOf(low) : NONE;
  }
}

package io.icerunner.internal.mirror.cursor;

import org.apache.arrow.vector.FieldVector;

/**
 * Compares values of a canonical column that are not null, without an object for each.
 *
 * @param <V> a single value
 */
interface CursorValues<V> {

  V at(FieldVector vector, int row);

  int compare(FieldVector vector, int row, int otherRow);

  int compare(FieldVector vector, int row, V value);
}

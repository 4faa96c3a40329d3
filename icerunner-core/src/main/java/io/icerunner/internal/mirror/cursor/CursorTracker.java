package io.icerunner.internal.mirror.cursor;

import io.icerunner.error.IceRunnerException;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/**
 * The largest value that has been seen. For use by one thread.
 *
 * @param <V> a value
 */
public final class CursorTracker<V> {
  private final String column;
  private final CursorValues<V> values;
  private final boolean ordered;
  private @Nullable V last;
  private @Nullable V previous;

  /**
   * @param ordered whether values must come in order
   */
  CursorTracker(String column, CursorValues<V> values, @Nullable V last, boolean ordered) {
    this.column = column;
    this.values = values;
    this.last = last;
    this.ordered = ordered;
  }

  /**
   * Sees the values of a batch.
   *
   * @param vector canonical
   * @throws IceRunnerException INVALID_ARGUMENT if one is null, or they are out of order
   */
  public void see(FieldVector vector) {
    int count = vector.getValueCount();
    if (vector.getNullCount() > 0) {
      throw refused(
          "a row has NULL there, so it would never be found again;"
              + " choose a column without, or another mode");
    }
    if (count == 0) {
      return;
    }
    if (ordered) {
      checkOrder(vector, count);
    }
    int largest = 0;
    for (int i = 1; i < count; i++) {
      if (values.compare(vector, i, largest) > 0) {
        largest = i;
      }
    }
    V known = last;
    if (known == null || values.compare(vector, largest, known) > 0) {
      last = values.at(vector, largest);
    }
  }

  private void checkOrder(FieldVector vector, int count) {
    V before = previous;
    boolean inOrder = before == null || values.compare(vector, 0, before) >= 0;
    for (int i = 1; i < count && inOrder; i++) {
      inOrder = values.compare(vector, i, i - 1) >= 0;
    }
    if (!inOrder) {
      throw refused(
          "the server does not give the rows in its order, although it was asked to,"
              + " so that they cannot be committed in batches; leave the batch size out");
    }
    previous = values.at(vector, count - 1);
  }

  private IceRunnerException refused(String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot follow the table by column %s: %s".formatted(column, reason));
  }

  /** The largest value; null if there was none. */
  public @Nullable V last() {
    return last;
  }
}

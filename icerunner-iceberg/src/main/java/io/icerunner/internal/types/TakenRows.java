package io.icerunner.internal.types;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The rows of values that are referred to by index: the first live one that does. */
final class TakenRows implements Rows {
  private final int[] indices;
  private final int valueCount;
  private final Rows rows;
  private int @Nullable [] firstRows;

  TakenRows(int[] indices, int valueCount, Rows rows) {
    this.indices = indices;
    this.valueCount = valueCount;
    this.rows = rows;
  }

  @Override
  public int rowOf(int index) {
    int[] known = firstRows;
    if (known == null) {
      known = findFirstRows();
      firstRows = known;
    }
    return known[index];
  }

  private int[] findFirstRows() {
    int[] first = new int[valueCount];
    Arrays.fill(first, NONE);
    for (int i = 0; i < indices.length; i++) {
      int value = indices[i];
      if (value >= 0 && first[value] == NONE) {
        first[value] = rows.rowOf(i);
      }
    }
    return first;
  }
}

package io.icerunner.internal.mirror.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a table is followed by a column.
 *
 * @param column that only grows
 * @param keyColumns by which rows are known again; empty for all columns
 * @param lookBack how far behind the largest value rows may come late; null for not at all
 * @param cutRows about after how many rows there are positions: then rows are asked for in the
 *     column's order; 0 for just one at the end
 * @param mostKnownRows how many rows of the target may be at or after where is read from
 */
public record CursorSettings(
    String column,
    List<String> keyColumns,
    @Nullable String lookBack,
    long cutRows,
    int mostKnownRows) {

  /** About 200 MB of hashes. */
  public static final int MOST_KNOWN_ROWS = 5_000_000;

  /** Copies. */
  public CursorSettings {
    keyColumns = List.copyOf(keyColumns);
  }

  /** Whether rows are asked for in the column's order. */
  boolean isOrdered() {
    return cutRows > 0;
  }

  /** With as many known rows as usual. */
  public CursorSettings(
      String column, List<String> keyColumns, @Nullable String lookBack, long cutRows) {
    this(column, keyColumns, lookBack, cutRows, MOST_KNOWN_ROWS);
  }
}

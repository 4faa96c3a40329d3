package io.icerunner.internal.mirror.source;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a table is followed by a column.
 *
 * @param column that only grows
 * @param keyColumns by which rows are known again; empty for all columns
 * @param lookBack how far behind the largest value rows may come late; null for not at all
 * @param ordered whether rows are asked for in the column's order, so that they can be committed in
 *     batches
 * @param mostKnownRows how many rows of the target may be at or after where is read from
 */
public record CursorSettings(
    String column,
    List<String> keyColumns,
    @Nullable String lookBack,
    boolean ordered,
    int mostKnownRows) {

  /** About 200 MB of hashes. */
  public static final int MOST_KNOWN_ROWS = 5_000_000;

  /** Copies. */
  public CursorSettings {
    keyColumns = List.copyOf(keyColumns);
  }

  /** With as many known rows as usual. */
  public CursorSettings(
      String column, List<String> keyColumns, @Nullable String lookBack, boolean ordered) {
    this(column, keyColumns, lookBack, ordered, MOST_KNOWN_ROWS);
  }
}

package io.icerunner.internal.mirror.source;

import io.icerunner.internal.mirror.cursor.CursorType;
import io.icerunner.internal.types.RowSelection;
import java.util.Arrays;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Rows whose cursor is at or before a value, of a stream that may have some that are a little
 * later, as SQL writes values less finely.
 *
 * @param <V> a value of the cursor
 */
final class RowsUpTo<V> implements CanonicalRows {
  private final CanonicalStream rows;
  private final String column;
  private final CursorType<V> type;
  private final V last;
  private final BufferAllocator allocator;
  private @Nullable VectorSchemaRoot chosen;

  /**
   * @param rows closed by this
   */
  RowsUpTo(
      CanonicalStream rows, String column, CursorType<V> type, V last, BufferAllocator allocator) {
    this.rows = rows;
    this.column = column;
    this.type = type;
    this.last = last;
    this.allocator = allocator;
  }

  @Override
  public Schema schema() {
    return rows.schema();
  }

  @Override
  public boolean next() {
    drop();
    if (!rows.next()) {
      return false;
    }
    int[] inside = inside(rows.batch());
    if (inside.length < rows.batch().getRowCount()) {
      chosen = RowSelection.copy(rows.batch(), inside, allocator);
    }
    return true;
  }

  private int[] inside(VectorSchemaRoot batch) {
    FieldVector cursor = Objects.requireNonNull(batch.getVector(column));
    int[] inside = new int[batch.getRowCount()];
    int count = 0;
    for (int row = 0; row < inside.length; row++) {
      if (!cursor.isNull(row) && type.compare(cursor, row, last) <= 0) {
        inside[count++] = row;
      }
    }
    return Arrays.copyOf(inside, count);
  }

  @Override
  public VectorSchemaRoot batch() {
    return chosen == null ? rows.batch() : chosen;
  }

  private void drop() {
    if (chosen != null) {
      chosen.close();
      chosen = null;
    }
  }

  @Override
  public void close() {
    drop();
    rows.close();
  }
}

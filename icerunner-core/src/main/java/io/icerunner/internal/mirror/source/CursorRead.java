package io.icerunner.internal.mirror.source;

import io.icerunner.internal.mirror.cursor.CursorTracker;
import io.icerunner.internal.types.RowSelection;
import io.icerunner.internal.types.TypeMappers;
import java.util.Arrays;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a stream that are new, and the position they end at. Batches are cut to where they
 * can be committed, if they can.
 *
 * @param <V> a value of the cursor
 */
final class CursorRead<V> implements PortionRead {
  private final CanonicalStream rows;
  private final CursorBoundary<V> boundary;
  private final CursorTracker<V> tracker;
  private final BufferAllocator allocator;
  private final Schema schema;
  private BatchCut cut = BatchCut.NONE;
  private int batchRows;
  private int at;
  private @Nullable VectorSchemaRoot chosen;
  private long kept;
  private boolean ended;

  /**
   * @param rows closed by this
   */
  CursorRead(CanonicalStream rows, CursorBoundary<V> boundary, BufferAllocator allocator) {
    this.rows = rows;
    this.boundary = boundary;
    this.tracker = boundary.tracker();
    this.allocator = allocator;
    this.schema = TypeMappers.canonical(rows.schema());
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public boolean next() {
    dropChosen();
    while (at < batchRows || advance()) {
      cut();
      tracker.see(cursor(cut.batch()));
      if (keepNew()) {
        return true;
      }
    }
    ended = true;
    return false;
  }

  private boolean advance() {
    cut.close();
    at = 0;
    batchRows = 0;
    if (!rows.next()) {
      return false;
    }
    batchRows = rows.batch().getRowCount();
    return true;
  }

  /** Takes the next rows of the batch. */
  private void cut() {
    cut.close();
    long most = boundary.isOrdered() ? boundary.cutRows() : Integer.MAX_VALUE;
    int count = (int) Math.min(batchRows - at, most);
    cut = BatchCut.of(rows.batch(), rows.batch(), at, count);
    at += count;
  }

  /** Keeps the new rows of what was taken; false if there are none. */
  private boolean keepNew() {
    int[] indices = boundary.isOpen() ? null : newRows(cut.batch());
    int count = indices == null ? cut.rows() : indices.length;
    if (indices != null && count > 0 && count < cut.rows()) {
      chosen = RowSelection.copy(cut.batch(), indices, allocator);
    }
    kept += count;
    return count > 0;
  }

  private FieldVector cursor(VectorSchemaRoot from) {
    return Objects.requireNonNull(from.getVector(boundary.column()));
  }

  private int[] newRows(VectorSchemaRoot all) {
    FieldVector cursor = cursor(all);
    KnownRows known = boundary.known();
    known.look(all);
    int[] indices = new int[all.getRowCount()];
    int count = 0;
    for (int row = 0; row < indices.length; row++) {
      if (boundary.isInside(cursor, row) && !known.take(row)) {
        indices[count++] = row;
      }
    }
    return Arrays.copyOf(indices, count);
  }

  private void dropChosen() {
    if (chosen != null) {
      chosen.close();
      chosen = null;
    }
  }

  @Override
  public VectorSchemaRoot batch() {
    return chosen == null ? cut.batch() : chosen;
  }

  @Override
  public @Nullable DictionaryProvider dictionaries() {
    return null;
  }

  @Override
  public long announcedRows() {
    return boundary.isOpen() ? rows.stream().announcedRows() : -1;
  }

  @Override
  public long announcedBytes() {
    return boundary.isOpen() ? rows.stream().announcedBytes() : -1;
  }

  @Override
  public void cancel() {
    rows.stream().cancel();
  }

  @Override
  public org.apache.iceberg.@Nullable Schema icebergSchema() {
    return null;
  }

  @Override
  public @Nullable String sourceUuid() {
    return null;
  }

  @Override
  public @Nullable String position() {
    return ended || boundary.isOrdered() ? boundary.position(tracker.last()) : null;
  }

  @Override
  public boolean isUnchanged() {
    return ended && kept == 0 && boundary.isAt(tracker.last());
  }

  @Override
  public void close() {
    dropChosen();
    cut.close();
    rows.close();
  }
}

package io.icerunner.internal.mirror.source;

import io.icerunner.internal.mirror.cursor.CursorTracker;
import io.icerunner.internal.types.RowSelection;
import io.icerunner.internal.types.TypeMappers;
import java.util.Arrays;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a stream that are new, and the position they end at.
 *
 * @param <V> a value of the cursor
 */
final class CursorRead<V> implements PortionRead {
  private final CanonicalStream rows;
  private final CursorBoundary<V> boundary;
  private final CursorTracker<V> tracker;
  private final BufferAllocator allocator;
  private final Schema schema;
  private @Nullable VectorSchemaRoot batch;
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
    drop();
    while (rows.next()) {
      tracker.see(Objects.requireNonNull(rows.batch().getVector(boundary.column())));
      if (keepNew()) {
        return true;
      }
    }
    ended = true;
    return false;
  }

  /** Keeps the new rows of the current batch; false if there are none. */
  private boolean keepNew() {
    int count = rows.batch().getRowCount();
    int[] chosen = boundary.isOpen() ? null : newRows(rows.batch());
    if (count == 0 || (chosen != null && chosen.length == 0)) {
      return false;
    }
    batch =
        chosen == null || chosen.length == count
            ? rows.take()
            : RowSelection.copy(rows.batch(), chosen, allocator);
    kept += batch.getRowCount();
    return true;
  }

  private int[] newRows(VectorSchemaRoot all) {
    KnownRows known = boundary.known();
    known.look(all);
    int[] chosen = new int[all.getRowCount()];
    int count = 0;
    for (int row = 0; row < chosen.length; row++) {
      if (boundary.isInside(all, row) && !known.take(row)) {
        chosen[count++] = row;
      }
    }
    return Arrays.copyOf(chosen, count);
  }

  private void drop() {
    if (batch != null) {
      batch.close();
      batch = null;
    }
  }

  @Override
  public VectorSchemaRoot batch() {
    return Objects.requireNonNull(batch, "there is no current batch");
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
    drop();
    rows.close();
  }
}

package io.icerunner.internal.sql;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import java.util.Iterator;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Rows that the server makes itself, as record batches of at most {@value #ROWS_PER_BATCH} rows.
 * The rows are asked for as they are sent, so a listing of a large catalog costs one batch.
 *
 * @param <T> what one row is made of
 */
final class RowStream<T> implements RecordBatchStream {
  static final int ROWS_PER_BATCH = 256;

  /** Writes one row into a root. */
  interface RowWriter<T> {
    void write(VectorSchemaRoot root, int row, T value);
  }

  private final Iterator<T> rows;
  private final RowWriter<T> writer;
  private final VectorSchemaRoot root;
  private volatile boolean cancelled;

  RowStream(Schema schema, Iterator<T> rows, RowWriter<T> writer, BufferAllocator allocator) {
    this.rows = rows;
    this.writer = writer;
    this.root = VectorSchemaRoot.create(schema, allocator);
  }

  @Override
  public Schema schema() {
    return root.getSchema();
  }

  @Override
  public VectorSchemaRoot root() {
    return root;
  }

  @Override
  public boolean loadNextBatch() {
    root.clear();
    int count = 0;
    while (count < ROWS_PER_BATCH && rows.hasNext()) {
      if (cancelled) {
        throw IceRunnerException.cancelled("Cannot list more rows: the request was cancelled");
      }
      writer.write(root, count++, rows.next());
    }
    root.setRowCount(count);
    return count > 0;
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public void close() {
    root.close();
  }
}

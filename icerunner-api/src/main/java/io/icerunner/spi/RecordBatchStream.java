package io.icerunner.spi;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Record batches, one after another. One thread reads; any thread may {@link #cancel()}.
 *
 * <p>Every batch has fresh buffers: a consumer that still holds buffers of an earlier batch
 * (zero-copy writes do) never sees them change.
 */
public interface RecordBatchStream extends AutoCloseable {

  /** The schema of every batch. */
  Schema schema();

  /** The current batch. Always the same object; owned and closed by the stream. */
  VectorSchemaRoot root();

  /**
   * Moves to the next batch; it may have no rows.
   *
   * @return false at the end
   * @throws io.icerunner.error.IceRunnerException if the statement fails; CANCELLED after {@link
   *     #cancel()}
   */
  boolean loadNextBatch();

  /** Stops the work; returns at once. A reading thread gets CANCELLED. No effect after the end. */
  void cancel();

  /** Frees the batch and what produces it. Idempotent; called by the reading thread. */
  @Override
  void close();
}

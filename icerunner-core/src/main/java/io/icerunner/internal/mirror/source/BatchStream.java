package io.icerunner.internal.mirror.source;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Batches from a server. One thread reads; any thread may {@link #cancel()}.
 *
 * <p>Memory: a bounded number of batches, however slowly they are taken.
 */
public interface BatchStream extends AutoCloseable {

  /** The schema of every batch; a field with a dictionary has the type of its values. */
  Schema schema();

  /**
   * Moves to the next batch, waiting for it.
   *
   * @return false at the end, once every endpoint has ended well
   * @throws io.icerunner.error.IceRunnerException UNAVAILABLE if the server is gone or the streams
   *     gave fewer rows than were announced; CANCELLED after {@link #cancel()}
   */
  boolean next();

  /** The current batch; owned by the stream, valid until the next. */
  VectorSchemaRoot batch();

  /** The dictionaries of the current batch; null if there are none. */
  @Nullable DictionaryProvider dictionaries();

  /** Rows that the server announced; -1 if it did not. */
  long announcedRows();

  /** Bytes that the server announced; -1 if it did not. */
  long announcedBytes();

  /** Ends the reading; returns at once. */
  void cancel();

  @Override
  void close();
}

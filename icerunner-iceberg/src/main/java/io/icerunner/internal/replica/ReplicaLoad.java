package io.icerunner.internal.replica;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.jspecify.annotations.Nullable;

/** Rows on their way into a target table. For use by one thread. */
public interface ReplicaLoad extends AutoCloseable {

  /**
   * Takes a batch, which can be reused afterwards.
   *
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT naming table, column, row and
   *     value if a value cannot be stored exactly
   */
  void write(VectorSchemaRoot batch, @Nullable DictionaryProvider dictionaries);

  /** Rows written since the last commit. */
  long rowCount();

  /**
   * Commits what was written since the last commit, with the record, in one commit; none is needed
   * but the record's if there were no rows. After it the load goes on appending, also one that has
   * replaced what was there.
   *
   * @throws io.icerunner.error.IceRunnerException FENCED if the table has another record than was
   *     expected; COMMIT_UNKNOWN if the outcome cannot be learned: the table's record tells later;
   *     COMMIT_CONFLICT if other writers won every attempt
   */
  CommittedLoad commit(RecordUpdate update);

  /** Drops what was not committed. Idempotent. */
  @Override
  void close();
}

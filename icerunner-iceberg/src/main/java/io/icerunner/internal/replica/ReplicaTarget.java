package io.icerunner.internal.replica;

import org.apache.arrow.memory.BufferAllocator;
import org.apache.iceberg.catalog.TableIdentifier;

/** Where copies are written: a catalog, or a server that has one. Safe for use by many threads. */
public interface ReplicaTarget extends AutoCloseable {

  /** A table as it is now, by its metadata alone. */
  ReplicaState state(TableIdentifier table);

  /**
   * Begins to write. Makes the table, or lets its schema follow, before the first row.
   *
   * @param allocator for what is being encoded; closed after the load
   * @return a load that the caller closes
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT naming each column if the
   *     source's schema cannot be followed; the table is as before. FENCED if the record is not the
   *     expected one
   */
  ReplicaLoad open(LoadRequest request, BufferAllocator allocator);

  /** Closes what the target owns. Idempotent. */
  @Override
  void close();
}

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

  /**
   * Begins to write data files of the source as they are. The batches of the load are of {@link
   * io.icerunner.internal.copy.FilePiece}s. Makes the table, or lets its schema follow, in any
   * case.
   *
   * @param request whose batches are those that the same rows would come in
   * @param allocator for what is on its way; closed after the load
   * @return a load that the caller closes. It throws UNSUPPORTED if it gets a file that the table
   *     cannot have
   * @throws io.icerunner.error.IceRunnerException UNSUPPORTED if files of the source are not to be
   *     understood as files of the table; else as {@link #open}
   */
  default ReplicaLoad openCopy(LoadRequest request, BufferAllocator allocator) {
    throw CopyLoad.refused(request, "it takes none");
  }

  /** Closes what the target owns. Idempotent. */
  @Override
  void close();
}

package io.icerunner.internal.mirror.source;

import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/** The rows of a portion, and what to record once they are committed. */
public interface PortionRead extends BatchStream {

  /** The source's schema with its field ids; null if it tells none. */
  org.apache.iceberg.@Nullable Schema icebergSchema();

  /** The uuid of the source's table; null if it tells none. */
  @Nullable String sourceUuid();

  /**
   * The position once all batches up to the current one are committed, as JSON; null if they cannot
   * be committed without those that follow. After the end of the stream there is always one.
   */
  @Nullable String position();

  /**
   * After the end: whether the target is known to hold just these rows already, so that nothing
   * need be committed.
   */
  default boolean isUnchanged() {
    return false;
  }

  /** Rows that came with the current batch. */
  default long batchRows() {
    return batch().getRowCount();
  }

  /**
   * The same rows as data files, with the position after them; nothing of this read is to be
   * fetched before.
   *
   * @param leastBytes of a file, on average; of smaller ones rows are to be read
   * @param allocator parent of what is allocated; closed after the read
   * @return a read that the caller closes; null if there are no such files
   */
  default @Nullable PortionRead dataFiles(long leastBytes, BufferAllocator allocator) {
    return null;
  }
}

package io.icerunner.internal.mirror.source;

import org.apache.arrow.memory.BufferAllocator;

/** Rows that belong together. */
@FunctionalInterface
public interface Portion {

  /**
   * Begins to read.
   *
   * @param allocator parent of what is allocated; closed after the read
   * @return a read that the caller closes
   */
  PortionRead open(BufferAllocator allocator);
}

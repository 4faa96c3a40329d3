package io.icerunner.internal.flight;

import io.icerunner.spi.RecordBatchStream;
import org.apache.arrow.memory.BufferAllocator;

/** Opens what a call sends. */
@FunctionalInterface
public interface StreamSource {
  /**
   * Called once, on a thread that may block.
   *
   * @param allocator of the call; closed after the stream
   */
  RecordBatchStream open(BufferAllocator allocator);
}

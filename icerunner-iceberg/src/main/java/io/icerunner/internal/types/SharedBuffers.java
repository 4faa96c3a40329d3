package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.BufferLedger;

/** Buffers of one owner that another keeps too. */
final class SharedBuffers {
  private SharedBuffers() {}

  /** A reference that the allocator accounts for; a copy if its root is another one. */
  static ArrowBuf retain(ArrowBuf buffer, BufferAllocator allocator) {
    if (buffer.getReferenceManager() instanceof BufferLedger ledger
        && ledger.getAllocator().getRoot() == allocator.getRoot()) {
      return ledger.retain(buffer, allocator);
    }
    ArrowBuf copy = allocator.buffer(buffer.capacity());
    copy.setBytes(0, buffer, 0, buffer.capacity());
    return copy;
  }
}

package io.icerunner.internal.flight;

import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.arrow.memory.AllocationListener;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * The allocator of one call, with the call's limit. Batches that were written without a copy belong
 * to the transport until they are on the wire, which can be after the call; so {@link #close()}
 * only ends the call's own use, and the allocator is closed when its last buffer has been released.
 */
public final class CallAllocator implements AutoCloseable {
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile boolean ended;
  private volatile @Nullable BufferAllocator allocator;

  private CallAllocator() {}

  /**
   * @param limit bytes that the call may hold
   */
  public static CallAllocator open(BufferAllocator parent, String name, long limit) {
    CallAllocator call = new CallAllocator();
    call.allocator =
        parent.newChildAllocator(
            name,
            new AllocationListener() {
              @Override
              public void onRelease(long size) {
                call.closeIfUnused();
              }
            },
            0,
            limit);
    return call;
  }

  public BufferAllocator allocator() {
    BufferAllocator current = allocator;
    if (current == null) {
      throw new IllegalStateException("Cannot use the allocator of a call: it is not open");
    }
    return current;
  }

  @Override
  public void close() {
    ended = true;
    closeIfUnused();
  }

  private void closeIfUnused() {
    BufferAllocator current = allocator;
    if (ended
        && current != null
        && current.getAllocatedMemory() == 0
        && closed.compareAndSet(false, true)) {
      current.close();
    }
  }
}

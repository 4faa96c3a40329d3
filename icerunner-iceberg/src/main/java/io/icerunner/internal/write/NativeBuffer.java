package io.icerunner.internal.write;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/** A direct buffer that grows and belongs to an allocator, not to the garbage collector. */
final class NativeBuffer implements AutoCloseable {
  private final BufferAllocator allocator;
  private @Nullable ArrowBuf memory;
  private @Nullable ByteBuffer view;

  NativeBuffer(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /** The buffer, little-endian and cleared, of at least {@code bytes}; what it held is lost. */
  ByteBuffer atLeast(int bytes) {
    ByteBuffer current = view;
    if (current == null || current.capacity() < bytes) {
      close();
      ArrowBuf fresh = allocator.buffer(bytes);
      memory = fresh;
      int usable = (int) Math.min(fresh.capacity(), Integer.MAX_VALUE - 8);
      current = fresh.nioBuffer(0, usable).order(ByteOrder.LITTLE_ENDIAN);
      view = current;
    }
    return current.clear();
  }

  @Override
  public void close() {
    view = null;
    if (memory != null) {
      memory.close();
      memory = null;
    }
  }
}

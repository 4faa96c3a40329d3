package io.icerunner.server;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * The Arrow memory of a server. Closing waits a while for calls that are over for their clients but
 * still release buffers; what is held after that is reported as a leak.
 */
final class ServerMemory implements AutoCloseable {
  private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(5);
  private static final Duration LOOK_EVERY = Duration.ofMillis(5);

  private final BufferAllocator all;
  private final BufferAllocator inbound;

  private ServerMemory(BufferAllocator all) {
    this.all = all;
    this.inbound = all.newChildAllocator("inbound", 0, Long.MAX_VALUE);
  }

  static ServerMemory open(ServerConfig config) {
    BufferAllocator parent = config.allocator();
    return new ServerMemory(
        parent == null
            ? new RootAllocator(config.memoryLimit())
            : parent.newChildAllocator("icerunner", 0, config.memoryLimit()));
  }

  /** Parent of the allocators of calls. */
  BufferAllocator all() {
    return all;
  }

  /** For messages that come in. */
  BufferAllocator inbound() {
    return inbound;
  }

  @Override
  public void close() {
    awaitRelease();
    try (all;
        inbound) {
      // Closed in this order, each even if the other fails.
    }
  }

  private void awaitRelease() {
    long deadline = System.nanoTime() + RELEASE_TIMEOUT.toNanos();
    while (isUsed()
        && System.nanoTime() - deadline < 0
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(LOOK_EVERY.toNanos());
    }
  }

  private boolean isUsed() {
    return all.getAllocatedMemory() > 0
        || all.getChildAllocators().stream().anyMatch(child -> child != inbound);
  }
}

package io.icerunner.internal.register.source;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Threads that read: as many as may be for an object store, as many as are of use for a disk. */
final class ReaderThreads implements AutoCloseable {
  private static final long IDLE_SECONDS = 5;
  private static final int PER_PROCESSOR = 2;

  private final ThreadPoolExecutor near;
  private final ThreadPoolExecutor far;

  ReaderThreads(int openReads) {
    near = pool(Math.min(openReads, PER_PROCESSOR * Runtime.getRuntime().availableProcessors()));
    far = pool(openReads);
  }

  ExecutorService pool(boolean local) {
    return local ? near : far;
  }

  /** Interrupts what runs and waits for it a little. */
  @Override
  public void close() {
    near.shutdownNow();
    far.shutdownNow();
    try {
      far.awaitTermination(IDLE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static ThreadPoolExecutor pool(int size) {
    AtomicInteger count = new AtomicInteger();
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            size,
            size,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> {
              Thread thread = new Thread(task, "icerunner-source-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }
}

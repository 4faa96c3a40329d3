package io.icerunner.internal.lifecycle;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Daemon threads, as many as there is work. */
public final class WorkerThreads {
  /** After this long a thread that does not react to being stopped is left alone. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

  private WorkerThreads() {}

  /**
   * Threads that end when the stack is closed, whatever they do.
   *
   * @param name what theirs begin with
   */
  public static ExecutorService open(String name, ClosingStack owned) {
    AtomicLong number = new AtomicLong();
    ExecutorService executor =
        Executors.newCachedThreadPool(
            work -> {
              Thread thread = new Thread(work, name + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    owned.add(
        () -> {
          executor.shutdown();
          if (!executor.awaitTermination(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
            executor.shutdownNow();
            boolean ignored =
                executor.awaitTermination(STOP_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
          }
        });
    return executor;
  }
}

package io.icerunner.internal.duckdb;

import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that stop statements, so that those who ask for it need not wait. */
final class Canceller implements AutoCloseable {
  private static final int THREADS = 4;
  private static final long RETRY_MILLIS = 10;

  private final ScheduledThreadPoolExecutor threads =
      new ScheduledThreadPoolExecutor(
          THREADS,
          task -> {
            Thread thread = new Thread(task, "icerunner-duckdb-cancel");
            thread.setDaemon(true);
            return thread;
          });

  Canceller() {
    threads.setKeepAliveTime(10, TimeUnit.SECONDS);
    threads.allowCoreThreadTimeOut(true);
    threads.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  /** Runs a step of a cancellation. */
  void run(Runnable step) {
    threads.execute(step);
  }

  /** Runs a step of a cancellation a little later. */
  void runSoon(Runnable step) {
    threads.schedule(step, RETRY_MILLIS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    threads.shutdown();
  }
}

package io.icerunner.internal.duckdb;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Threads that do not keep a program running. */
final class DaemonThreads {
  private DaemonThreads() {}

  /** As many threads as are asked for at a time. */
  static ExecutorService named(String name) {
    return Executors.newCachedThreadPool(
        task -> {
          Thread thread = new Thread(task, name);
          thread.setDaemon(true);
          return thread;
        });
  }
}

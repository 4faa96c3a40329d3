package io.icerunner.internal.scan;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Runs small reads of metadata: a few in the calling thread, many in parallel. The threads are
 * daemons, so that they never keep a process alive.
 */
final class PlanningThreads {
  /** Up to here, handing work to another thread costs more than it gains. */
  private static final int FEW = 4;

  private final ExecutorService executor;

  PlanningThreads(int threads) {
    AtomicInteger number = new AtomicInteger();
    this.executor =
        Executors.newFixedThreadPool(
            threads,
            task -> {
              Thread thread = new Thread(task, "icerunner-planning-" + number.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
  }

  ExecutorService executor() {
    return executor;
  }

  /** The results in the order of the inputs. The first failure is thrown. */
  <T, R> List<R> map(List<T> inputs, Function<T, R> read) {
    if (inputs.size() <= FEW) {
      return inputs.stream().map(read).toList();
    }
    List<Future<R>> futures = new ArrayList<>(inputs.size());
    for (T input : inputs) {
      futures.add(executor.submit(() -> read.apply(input)));
    }
    try {
      List<R> results = new ArrayList<>(inputs.size());
      for (Future<R> future : futures) {
        results.add(await(future));
      }
      return results;
    } finally {
      futures.forEach(future -> future.cancel(true));
    }
  }

  private static <R> R await(Future<R> future) {
    try {
      return future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw IceRunnerException.cancelled("Cannot plan a scan: interrupted");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException(e.getCause());
    }
  }
}

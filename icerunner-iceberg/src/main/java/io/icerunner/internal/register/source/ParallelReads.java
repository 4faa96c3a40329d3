package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.store.StoreFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * One piece of work for each of many items, many at once, the results in the order of the items.
 * Once one failed no further one begins, and those that run are interrupted.
 */
final class ParallelReads<I, T> {
  private final List<I> items;
  private final Function<? super I, ? extends T> work;
  private final AtomicReferenceArray<T> results;
  private final AtomicInteger missing;
  private final CompletableFuture<Void> end = new CompletableFuture<>();

  private ParallelReads(List<I> items, Function<? super I, ? extends T> work) {
    this.items = items;
    this.work = work;
    this.results = new AtomicReferenceArray<>(items.size());
    this.missing = new AtomicInteger(items.size());
  }

  /**
   * Runs the work by the pool.
   *
   * @throws IceRunnerException the first failure; CANCELLED if the waiting thread was interrupted
   */
  static <I, T> List<T> run(
      ExecutorService pool, List<I> items, Function<? super I, ? extends T> work) {
    return items.isEmpty() ? List.of() : new ParallelReads<I, T>(items, work).run(pool);
  }

  private List<T> run(ExecutorService pool) {
    List<Future<?>> tasks = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      int index = i;
      tasks.add(pool.submit(() -> work(index)));
    }
    try {
      end.get();
      return inOrder();
    } catch (ExecutionException e) {
      throw (RuntimeException) e.getCause();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw IceRunnerException.cancelled("Cannot read the source: the thread was interrupted");
    } finally {
      end.cancel(false);
      tasks.forEach(task -> task.cancel(true));
    }
  }

  private void work(int index) {
    if (end.isDone()) {
      return;
    }
    try {
      results.set(index, work.apply(items.get(index)));
      if (missing.decrementAndGet() == 0) {
        end.complete(null);
      }
    } catch (IceRunnerException e) {
      end.completeExceptionally(e);
    } catch (RuntimeException | Error e) {
      end.completeExceptionally(
          IceRunnerException.internal(
              "Cannot read %s: %s".formatted(name(items.get(index)), StoreFailure.text(e)), e));
    }
  }

  private List<T> inOrder() {
    List<T> ordered = new ArrayList<>(items.size());
    for (int i = 0; i < items.size(); i++) {
      ordered.add(results.get(i));
    }
    return ordered;
  }

  private static String name(Object item) {
    return item instanceof SourceFile file ? file.location() : item.toString();
  }
}

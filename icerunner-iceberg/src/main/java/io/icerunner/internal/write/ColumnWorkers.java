package io.icerunner.internal.write;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs one step of every column, on the caller's thread and on as many threads of an executor as
 * are free. The caller takes part, so a busy executor makes it slower and never stops it. Columns
 * that took longest last time start first.
 */
final class ColumnWorkers implements AutoCloseable {
  private final Executor executor;
  private final List<Scratch> scratches = new ArrayList<>();

  /**
   * @param parallelism most threads at once, the caller's included
   */
  ColumnWorkers(Executor executor, int parallelism, Supplier<Scratch> scratch) {
    this.executor = executor;
    for (int i = 0; i < parallelism; i++) {
      scratches.add(scratch.get());
    }
  }

  interface Step {
    void run(ColumnEncoder column, Scratch scratch);
  }

  /** Returns when every column is done; throws what the first failing one threw. */
  void each(List<ColumnEncoder> columns, boolean parallel, Step step) {
    if (!parallel || scratches.size() == 1 || columns.size() < 2) {
      columns.forEach(column -> step.run(column, scratches.get(0)));
      return;
    }
    Round round = new Round(columns, step);
    for (int i = 1; i < Math.min(scratches.size(), columns.size()); i++) {
      Scratch scratch = scratches.get(i);
      try {
        executor.execute(() -> round.work(scratch));
      } catch (RejectedExecutionException e) {
        break;
      }
    }
    round.work(scratches.get(0));
    round.await();
  }

  @Override
  public void close() {
    scratches.forEach(Scratch::close);
    scratches.clear();
  }

  private static final class Round {
    private final List<ColumnEncoder> columns;
    private final Step step;
    private final AtomicInteger next = new AtomicInteger();
    private final CountDownLatch open;
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Round(List<ColumnEncoder> columns, Step step) {
      this.columns = new ArrayList<>(columns);
      this.columns.sort(
          Comparator.<ColumnEncoder>comparingLong(ColumnEncoder::lastNanos).reversed());
      this.step = step;
      this.open = new CountDownLatch(columns.size());
    }

    /** A worker that starts when all columns are taken touches nothing. */
    void work(Scratch scratch) {
      for (int i; (i = next.getAndIncrement()) < columns.size(); ) {
        try {
          if (failure.get() == null) {
            timed(columns.get(i), scratch);
          }
        } catch (Throwable e) {
          failure.compareAndSet(null, e);
        } finally {
          open.countDown();
        }
      }
    }

    private void timed(ColumnEncoder column, Scratch scratch) {
      long start = System.nanoTime();
      step.run(column, scratch);
      column.lastNanos(System.nanoTime() - start);
    }

    /** Not to be interrupted: workers read memory that the caller frees afterwards. */
    void await() {
      boolean interrupted = false;
      while (true) {
        try {
          open.await();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      Throwable thrown = failure.get();
      if (thrown instanceof Error error) {
        throw error;
      } else if (thrown instanceof RuntimeException exception) {
        throw exception;
      }
    }
  }
}

package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Runs the cycles of tables, some at a time. For use by one thread. */
final class TableRuns implements AutoCloseable {
  /** How long calls may go on after the end was asked for, before their connection is closed. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);
  private static final AtomicInteger THREADS = new AtomicInteger();

  private final MirrorContext context;
  private final ExecutorService threads;
  private final ExecutorCompletionService<TableReport> runs;
  private final Map<Future<TableReport>, MirroredTable> running = new HashMap<>();

  /** What calls may hang in: where rows come from is taken away first, then where they go. */
  private final Deque<AutoCloseable> used;

  TableRuns(MirrorContext context) {
    this.context = context;
    this.threads =
        Executors.newFixedThreadPool(
            context.settings().pace().parallelTables(),
            work -> {
              Thread thread = new Thread(work, "icerunner-mirror-" + THREADS.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    this.runs = new ExecutorCompletionService<>(threads);
    this.used = new ArrayDeque<>(List.of(context.source(), context.target()));
  }

  /** Begins a cycle of a table that has none running. */
  void begin(MirroredTable table, Duration patience) {
    running.put(runs.submit(() -> new TableRun(context, table, patience).run()), table);
  }

  /**
   * Runs one cycle of each table.
   *
   * @return their reports, in the order of the tables
   * @throws IceRunnerException CANCELLED if the thread is interrupted; every cycle has ended
   * @throws SerialListener.ListenerFailure if a listener threw; every cycle has ended
   */
  List<TableReport> run(List<MirroredTable> tables, Duration patience) {
    tables.forEach(table -> begin(table, patience));
    Map<MirroredTable, TableReport> reports = new HashMap<>();
    await(() -> FOR_EVER, reports::put);
    List<TableReport> ordered = new ArrayList<>();
    for (MirroredTable table : tables) {
      ordered.add(Objects.requireNonNull(reports.get(table)));
    }
    return ordered;
  }

  /**
   * Waits until no cycle runs any more, or for as long as is said. If the mirror is cancelled,
   * waits for the end of all, whatever happens: they use what the caller will close.
   *
   * @param longest asked again after each end
   * @param ended takes the report of each cycle that has ended
   * @throws SerialListener.ListenerFailure if a listener threw; every cycle has ended
   */
  void await(Supplier<Duration> longest, BiConsumer<MirroredTable, TableReport> ended) {
    boolean interrupted = false;
    RuntimeException failure = null;
    while (!running.isEmpty()) {
      boolean isCancelled = context.cancellation().isCancelled();
      Duration left = isCancelled ? GRACE : longest.get();
      if (left.isZero()) {
        break;
      }
      try {
        Future<TableReport> end = poll(left);
        if (end != null) {
          ended.accept(Objects.requireNonNull(running.remove(end)), report(end));
        } else if (isCancelled) {
          closeNext();
        }
      } catch (InterruptedException e) {
        interrupted = true;
        context.cancellation().cancel();
      } catch (RuntimeException e) {
        context.cancellation().cancel();
        failure = failure == null ? e : failure;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Waits not so long that a cancellation would be overlooked. */
  private @Nullable Future<TableReport> poll(Duration longest) throws InterruptedException {
    long nanos = Math.min(GRACE.toNanos(), longest.toNanos());
    return runs.poll(nanos, TimeUnit.NANOSECONDS);
  }

  private void closeNext() {
    AutoCloseable next = used.poll();
    if (next != null) {
      try {
        next.close();
      } catch (Exception e) {
        throw IceRunnerException.internal("Cannot end a call: " + e, e);
      }
    }
  }

  /** Of a cycle that has ended; throws what it threw. */
  private static TableReport report(Future<TableReport> end) throws InterruptedException {
    try {
      return end.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException known
          ? known
          : IceRunnerException.internal("Cannot mirror: " + e.getCause(), e.getCause());
    }
  }

  /** Ends what runs. */
  @Override
  public void close() {
    if (!running.isEmpty()) {
      context.cancellation().cancel();
      await(() -> GRACE, (table, report) -> {});
    }
    threads.shutdownNow();
  }
}

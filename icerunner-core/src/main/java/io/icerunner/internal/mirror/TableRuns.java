package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs the cycles of tables, some at a time. */
final class TableRuns implements AutoCloseable {
  /** How long calls may go on after the end was asked for, before their connection is closed. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  private static final AtomicInteger THREADS = new AtomicInteger();

  private final MirrorContext context;
  private final ExecutorService threads;

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
  }

  /**
   * Runs one cycle of each table.
   *
   * @return their reports, in the order of the tables
   * @throws IceRunnerException CANCELLED if the thread is interrupted; every cycle has ended
   * @throws SerialListener.ListenerFailure if a listener threw; every cycle has ended
   */
  List<TableReport> run(List<MirroredTable> tables, Duration patience) {
    List<Future<TableReport>> running = new ArrayList<>();
    for (MirroredTable table : tables) {
      running.add(threads.submit(() -> new TableRun(context, table, patience).run()));
    }
    List<TableReport> reports = new ArrayList<>();
    RuntimeException failure = null;
    for (Future<TableReport> each : running) {
      try {
        reports.add(await(each));
      } catch (RuntimeException e) {
        context.cancellation().cancel();
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return reports;
  }

  /** Waits to the end, whatever happens: what was begun uses what the caller will close. */
  private TableReport await(Future<TableReport> report) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return context.cancellation().isCancelled() ? awaitEnd(report) : awaitSome(report);
        } catch (TimeoutException e) {
          // Looks again whether it was cancelled.
        } catch (InterruptedException e) {
          interrupted = true;
          context.cancellation().cancel();
        } catch (ExecutionException e) {
          throw thrown(e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static TableReport awaitSome(Future<TableReport> report)
      throws InterruptedException, ExecutionException, TimeoutException {
    return report.get(GRACE.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Takes away first where rows come from, then where they go. */
  private TableReport awaitEnd(Future<TableReport> report)
      throws InterruptedException, ExecutionException {
    for (AutoCloseable used : List.of(context.source(), context.target())) {
      try {
        return awaitSome(report);
      } catch (TimeoutException e) {
        close(used);
      }
    }
    return report.get();
  }

  private static void close(AutoCloseable used) {
    try {
      used.close();
    } catch (Exception e) {
      throw IceRunnerException.internal("Cannot end a call: " + e, e);
    }
  }

  private static RuntimeException thrown(ExecutionException e) {
    return e.getCause() instanceof RuntimeException known
        ? known
        : IceRunnerException.internal("Cannot mirror: " + e.getCause(), e.getCause());
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}

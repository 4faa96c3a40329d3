package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * A mirror that goes on until it is closed or everything has stopped, by a thread of its own. Safe
 * for use by many threads.
 */
public final class ContinuousMirror implements AutoCloseable {
  private static final String CLOSED = "it was closed";

  /** How long after the first end the other tables' may come, to be told together. */
  private static final Duration LAST_ENDS = Duration.ofSeconds(1);

  private final MirrorContext context;
  private final FollowedTables followed;
  private final Duration interval;
  private final Runnable closeParts;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final long start = System.nanoTime();
  private State state = State.IDLE;
  private @Nullable String reason;
  private @Nullable IceRunnerException lastError;
  private List<TableReport> lastReports = List.of();
  private Duration lastDuration = Duration.ZERO;
  private long completeSince = start;

  /** What it does. */
  public enum State {
    IDLE,
    RUNNING,
    BACKING_OFF,
    STOPPED
  }

  private ContinuousMirror(MirrorContext context, Duration interval, Runnable closeParts) {
    this.context = context;
    this.followed = new FollowedTables(context, interval, start);
    this.interval = interval;
    this.closeParts = closeParts;
  }

  /**
   * Starts.
   *
   * @param closeParts closes what is in the context, at the end
   */
  public static ContinuousMirror start(
      MirrorContext context, Duration interval, Runnable closeParts) {
    ContinuousMirror mirror = new ContinuousMirror(context, interval, closeParts);
    Thread thread = new Thread(mirror::live, "icerunner-mirror");
    thread.setDaemon(true);
    thread.start();
    return mirror;
  }

  private void live() {
    String end = "it ended by a fault";
    try {
      end = cycles();
    } catch (SerialListener.ListenerFailure e) {
      end = "its listener failed: " + e.thrown();
      failed(IceRunnerException.internal("Cannot go on mirroring: " + end, e.thrown()));
    } catch (IceRunnerException e) {
      if (context.cancellation().isCancelled()) {
        end = CLOSED;
      } else {
        end = e.getMessage();
        failed(e);
      }
    } catch (RuntimeException | Error e) {
      end = e.toString();
      failed(IceRunnerException.internal("Cannot go on mirroring: " + e, e));
    } finally {
      context.cancellation().cancel();
      try {
        closeParts.run();
      } finally {
        set(State.STOPPED, end);
        ended.countDown();
      }
    }
  }

  /** Runs cycles until it is closed or all tables have stopped; tells why. */
  private String cycles() {
    try (TableRuns runs = new TableRuns(context)) {
      while (!context.cancellation().isCancelled()) {
        set(State.RUNNING, null);
        round(runs);
        String reason = followed.reason();
        if (followed.isAllStopped() && reason != null) {
          return reason;
        }
        set(state(followed), reason);
        context.cancellation().pause(followed.isRunning() ? Duration.ZERO : followed.untilDue());
      }
      return CLOSED;
    }
  }

  private static State state(FollowedTables followed) {
    if (followed.isRunning()) {
      return State.RUNNING;
    }
    return followed.isFailing() ? State.BACKING_OFF : State.IDLE;
  }

  /** Begins what is due, and waits for all that runs, but not longer than until more is due. */
  private void round(TableRuns runs) {
    long begin = System.nanoTime();
    IceRunnerException unlisted = followed.refresh();
    if (unlisted != null) {
      failed(unlisted);
    }
    List<TableReport> stopped = followed.stopped();
    for (FollowedTable table : followed.due()) {
      table.begin();
      runs.begin(table.table(), Duration.ZERO);
    }
    Ends ends = new Ends();
    runs.await(ends::longest, ends::add);
    context.cancellation().check();
    if (!ends.reports.isEmpty()) {
      List<TableReport> all = new ArrayList<>(ends.reports);
      all.addAll(stopped);
      tell(all, begin);
    }
  }

  /** The cycles of a round that have ended. */
  private final class Ends {
    final List<TableReport> reports = new ArrayList<>();
    private long tellAt;

    void add(MirroredTable table, TableReport report) {
      if (reports.isEmpty()) {
        tellAt = System.nanoTime() + LAST_ENDS.toNanos();
      }
      note(followed.of(table), report);
      reports.add(report);
    }

    /** How long to wait for others. */
    Duration longest() {
      long untilDue = followed.untilDue().toNanos();
      long untilTold = reports.isEmpty() ? Long.MAX_VALUE : tellAt - System.nanoTime();
      return Duration.ofNanos(Math.max(0, Math.min(untilDue, untilTold)));
    }
  }

  private void tell(List<TableReport> reports, long begin) {
    List<TableReport> all =
        reports.stream().sorted(Comparator.comparing(report -> report.pair().name())).toList();
    Duration duration = Duration.ofNanos(System.nanoTime() - begin);
    synchronized (this) {
      completeSince = followed.completeSince();
      lastReports = all;
      lastDuration = duration;
    }
    context.listener().cycleDone(all, duration);
  }

  private void note(FollowedTable table, TableReport report) {
    IceRunnerException failure = report.failure();
    Duration pause = table.done(report, interval);
    if (failure != null) {
      failed(failure);
      if (pause != null) {
        context.listener().retrying(report.pair().name(), failure.getMessage(), pause);
      }
    }
  }

  private synchronized void set(State now, @Nullable String why) {
    state = now;
    reason = why;
  }

  private synchronized void failed(IceRunnerException failure) {
    lastError = failure;
  }

  public synchronized State state() {
    return state;
  }

  /** Why it is so; null if there is nothing to say. */
  public synchronized @Nullable String reason() {
    return reason;
  }

  /** Since the start of the last cycle after which all was complete, or since the start. */
  public synchronized Duration lag() {
    return Duration.ofNanos(System.nanoTime() - completeSince);
  }

  public synchronized @Nullable IceRunnerException lastError() {
    return lastError;
  }

  /** Of the last cycle. */
  public synchronized List<TableReport> lastReports() {
    return lastReports;
  }

  /** Of the last cycle. */
  public synchronized Duration lastDuration() {
    return lastDuration;
  }

  /** Waits until it has stopped. */
  public void awaitStop() throws InterruptedException {
    ended.await();
  }

  /** Ends it and waits until it has stopped. Idempotent. */
  @Override
  public void close() {
    context.cancellation().cancel();
    boolean interrupted = false;
    while (true) {
      try {
        ended.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

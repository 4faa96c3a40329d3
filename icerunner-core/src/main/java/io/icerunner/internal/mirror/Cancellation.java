package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Ends what a mirror does, from another thread. Safe for use by many threads. */
public final class Cancellation {
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private final Set<Runnable> actions = new LinkedHashSet<>();

  /** Something to be undone; closing it is always needed. */
  @FunctionalInterface
  interface Registration extends AutoCloseable {
    @Override
    void close();
  }

  /** Ends all. Returns at once; idempotent. */
  public void cancel() {
    cancelled.countDown();
    List<Runnable> all;
    synchronized (actions) {
      all = List.copyOf(actions);
    }
    all.forEach(Runnable::run);
  }

  boolean isCancelled() {
    return cancelled.getCount() == 0;
  }

  /** Throws CANCELLED if it is. */
  public void check() {
    if (isCancelled()) {
      throw IceRunnerException.cancelled("Cannot go on mirroring: it was ended");
    }
  }

  /**
   * Runs an action when it is cancelled, at once if it is already.
   *
   * @param action returns at once; may be run twice
   */
  Registration onCancel(Runnable action) {
    synchronized (actions) {
      actions.add(action);
    }
    if (isCancelled()) {
      action.run();
    }
    return () -> {
      synchronized (actions) {
        actions.remove(action);
      }
    };
  }

  /** Waits, shorter if it is cancelled. An interrupt cancels. */
  void pause(Duration time) {
    try {
      boolean ignored = cancelled.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      cancel();
    }
  }
}

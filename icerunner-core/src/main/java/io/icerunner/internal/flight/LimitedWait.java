package io.icerunner.internal.flight;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Bounds a wait that has no limit of its own: the thread that began it is interrupted when the time
 * is over, unless it has ended the wait before.
 */
final class LimitedWait {
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private @Nullable Thread thread = Thread.currentThread();
  private boolean over;

  private LimitedWait() {}

  static LimitedWait begin(Duration limit) {
    LimitedWait wait = new LimitedWait();
    wait.ended
        .orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(
            timedOut -> {
              wait.interrupt();
              return null;
            });
    return wait;
  }

  private synchronized void interrupt() {
    if (thread != null) {
      over = true;
      thread.interrupt();
    }
  }

  /** Whether the time was over before the wait ended. */
  synchronized boolean isOver() {
    return over;
  }

  /** To be called by the thread that began it, however the wait went. */
  synchronized void end() {
    thread = null;
    if (over) {
      Thread.interrupted();
    }
    ended.complete(null);
  }
}

package io.icerunner.internal.sql;

import io.grpc.Context;
import io.icerunner.error.IceRunnerException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Work that a client waits for and that is worth nothing once it has gone: when the call is
 * cancelled or its deadline passes, the thread is interrupted.
 */
final class Planning {
  private @Nullable Thread thread = Thread.currentThread();

  private Planning() {}

  /**
   * @throws IceRunnerException CANCELLED if the client has gone, and what the work throws
   */
  static <T> T run(Supplier<T> work) {
    Context context = Context.current();
    Planning planning = new Planning();
    Context.CancellationListener listener = cancelled -> planning.interrupt();
    context.addListener(listener, Runnable::run);
    try {
      return work.get();
    } catch (RuntimeException e) {
      if (context.isCancelled()) {
        throw IceRunnerException.cancelled("Cannot plan further: the client has gone");
      }
      throw e;
    } finally {
      context.removeListener(listener);
      planning.end();
    }
  }

  private synchronized void interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** After this the thread is not interrupted any more. */
  private synchronized void end() {
    thread = null;
    boolean wasInterrupted = Thread.interrupted();
    assert !wasInterrupted || thread == null;
  }
}

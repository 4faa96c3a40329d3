package io.icerunner.internal.flight;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.jspecify.annotations.Nullable;

/**
 * The state of one stream to a client that other threads act on: the transport says when it is
 * ready and when the client has gone; the server or another call may stop the stream.
 */
public final class RunningStream {
  /** A safety net: readiness is signalled, so this only bounds the wait if a signal is missed. */
  private static final long MAX_WAIT_MILLIS = 1_000;

  private final ServerStreamListener listener;
  private final Semaphore signal = new Semaphore(0);
  private final Object lock = new Object();
  private @Nullable RecordBatchStream stream;
  private @Nullable Runnable whenEnded;
  private boolean over;
  private volatile @Nullable IceRunnerException stopped;

  RunningStream(ServerStreamListener listener) {
    this.listener = listener;
    listener.setOnReadyHandler(signal::release);
    listener.setOnCancelHandler(() -> stop(IceRunnerException.cancelled("The client has gone")));
  }

  static IceRunnerException closing() {
    return IceRunnerException.cancelled("Cannot go on: the server is closing");
  }

  /** Ends the stream with this reason. The first reason counts. Returns at once. */
  public void stop(IceRunnerException reason) {
    synchronized (lock) {
      if (stopped == null) {
        stopped = reason;
      }
      if (stream != null) {
        stream.cancel();
      }
    }
    signal.release();
  }

  void opened(RecordBatchStream opened) {
    synchronized (lock) {
      check();
      stream = opened;
    }
  }

  /** The stream has been read or given up. */
  void ended() {
    synchronized (lock) {
      stream = null;
    }
  }

  /** Nothing more is done for this stream. */
  void over() {
    Runnable action;
    synchronized (lock) {
      over = true;
      action = whenEnded;
    }
    if (action != null) {
      action.run();
    }
  }

  /** Runs an action when the stream is over, or now if it is. */
  void whenEnded(Runnable action) {
    synchronized (lock) {
      if (!over) {
        whenEnded = action;
        return;
      }
    }
    action.run();
  }

  void check() {
    IceRunnerException reason = stopped;
    if (reason != null) {
      throw reason;
    }
  }

  /** Waits until the transport takes another message. */
  void awaitReady() {
    check();
    while (!listener.isReady()) {
      if (listener.isCancelled()) {
        throw IceRunnerException.cancelled("The client has gone");
      }
      try {
        boolean signalled = signal.tryAcquire(MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS);
        if (signalled) {
          signal.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw closing();
      }
      check();
    }
  }

  /** Why the stream failed: the reason it was stopped, if it was. */
  Throwable reasonFor(Throwable error) {
    IceRunnerException reason = stopped;
    return reason == null ? error : reason;
  }
}

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
  private @Nullable Thread opening;
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
      } else if (opening != null) {
        opening.interrupt();
      }
    }
    signal.release();
  }

  /** The calling thread is about to open the stream, and may be interrupted while it does. */
  void begin() {
    synchronized (lock) {
      check();
      opening = Thread.currentThread();
    }
  }

  void opened(RecordBatchStream opened) {
    synchronized (lock) {
      opening = null;
      stream = opened;
      Thread.interrupted();
      check();
    }
  }

  void ended() {
    synchronized (lock) {
      opening = null;
      stream = null;
      Thread.interrupted();
    }
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

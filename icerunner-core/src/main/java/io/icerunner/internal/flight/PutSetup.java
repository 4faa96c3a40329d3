package io.icerunner.internal.flight;

import io.grpc.Context;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.jspecify.annotations.Nullable;

/**
 * How what a DoPut sends is awaited. Flight's stream blocks for ever when its descriptor or schema
 * is asked for and the client sends none, so this watches the messages of the call: the stream is
 * asked only for what has arrived, within a deadline.
 */
public final class PutSetup {
  private static final Context.Key<PutSetup> KEY = Context.key("icerunner-put-setup");

  private static final Duration ASKING = Duration.ofMillis(500);

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final long deadlineNanos;
  private final Duration timeout;
  private final Duration idleTimeout;
  private int messages;
  private boolean halfClosed;
  private boolean cancelled;

  PutSetup(Duration timeout, Duration idleTimeout) {
    this.timeout = timeout;
    this.idleTimeout = idleTimeout;
    this.deadlineNanos = System.nanoTime() + timeout.toNanos();
  }

  /** The setup of the DoPut that the calling thread serves. */
  public static PutSetup current() {
    PutSetup setup = KEY.get();
    if (setup == null) {
      throw IceRunnerException.internal("Cannot accept a put: the call is not watched", null);
    }
    return setup;
  }

  /**
   * Waits for the descriptor.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if the client ended the stream without one,
   *     DEADLINE_EXCEEDED if it sent none in time, CANCELLED if it has gone
   */
  public FlightDescriptor descriptor(FlightStream stream) {
    awaitMessage(0, "descriptor");
    while (true) {
      boolean nothingFollows = ended();
      FlightDescriptor descriptor = ask(stream);
      if (descriptor != null) {
        return descriptor;
      }
      if (nothingFollows) {
        throw endedBefore("descriptor");
      }
      if (System.nanoTime() - deadlineNanos >= 0) {
        throw late("descriptor");
      }
    }
  }

  /**
   * The descriptor, which is there at once if the client keeps to the protocol. The question itself
   * would wait for ever, so it is interrupted after a while.
   */
  private static @Nullable FlightDescriptor ask(FlightStream stream) {
    LimitedWait wait = LimitedWait.begin(ASKING);
    try {
      return stream.getDescriptor();
    } catch (FlightRuntimeException e) {
      return null;
    } finally {
      wait.end();
    }
  }

  private boolean ended() {
    lock.lock();
    try {
      return halfClosed || cancelled;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the schema; fails as {@link #descriptor} does. */
  public void awaitSchema(FlightStream stream) {
    for (int seen = 0; !stream.hasRoot(); seen++) {
      awaitMessage(seen, "schema");
    }
  }

  /**
   * Waits for the next batch; false at the end of the stream.
   *
   * @throws IceRunnerException DEADLINE_EXCEEDED if the client sends nothing for too long
   */
  public boolean next(FlightStream stream) {
    LimitedWait wait = LimitedWait.begin(idleTimeout);
    try {
      return stream.next();
    } catch (RuntimeException e) {
      if (wait.isOver()) {
        throw new IceRunnerException(
            ErrorCode.DEADLINE_EXCEEDED,
            "Cannot go on with the put: no record batch arrived within %s s, and the stream did not end"
                .formatted(idleTimeout.toSeconds()),
            e);
      }
      throw e;
    } finally {
      wait.end();
    }
  }

  /** Waits until more than so many messages have arrived. */
  private void awaitMessage(int seen, String what) {
    lock.lock();
    try {
      while (messages <= seen) {
        if (cancelled) {
          throw IceRunnerException.cancelled("The client has gone");
        }
        if (halfClosed) {
          throw endedBefore(what);
        }
        long left = deadlineNanos - System.nanoTime();
        if (left <= 0) {
          throw late(what);
        }
        changed.await(left, TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw IceRunnerException.cancelled("Cannot go on: the server is closing");
    } finally {
      lock.unlock();
    }
  }

  private static IceRunnerException endedBefore(String what) {
    return IceRunnerException.invalidArgument(
        "Cannot accept the put: the stream ended before its %s; some clients send nothing at all when they have no record batch, so send an empty one"
            .formatted(what));
  }

  private IceRunnerException late(String what) {
    return new IceRunnerException(
        ErrorCode.DEADLINE_EXCEEDED,
        "Cannot accept the put: no %s arrived within %s s".formatted(what, timeout.toSeconds()));
  }

  private void update(Runnable change) {
    lock.lock();
    try {
      change.run();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void messageArrived() {
    update(() -> messages++);
  }

  void streamEnded() {
    update(() -> halfClosed = true);
  }

  void callEnded() {
    update(() -> cancelled = true);
  }

  /** Lets a call find its setup by {@link #current()}. */
  static Context contextWith(PutSetup setup) {
    return Context.current().withValue(KEY, setup);
  }
}

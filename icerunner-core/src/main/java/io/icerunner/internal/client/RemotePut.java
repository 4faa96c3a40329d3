package io.icerunner.internal.client;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.flight.FlightErrors;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightClient.ClientStreamListener;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.SyncPutListener;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/**
 * A stream to a server, and what it answers. Holds no more than the transport has not sent yet. For
 * use by one thread.
 */
public final class RemotePut implements AutoCloseable {
  /** How long a server may take nothing. */
  private static final Duration LONGEST_JAM = Duration.ofMinutes(2);

  /** How long a server may take to end a stream. */
  private static final Duration LONGEST_END = Duration.ofSeconds(10);

  private static final long SHORTEST_PAUSE_NANOS = 20_000;
  private static final long LONGEST_PAUSE_NANOS = 1_000_000;

  private final FlightPeer peer;
  private final String doing;
  private final FlightClient client;
  private final ClientStreamListener stream;
  private final SyncPutListener answers;
  private final BufferAllocator allocator;
  private final Login.Pass pass;
  private boolean isBroken;

  RemotePut(
      FlightPeer peer,
      String doing,
      FlightClient client,
      ClientStreamListener stream,
      SyncPutListener answers,
      BufferAllocator allocator,
      Login.Pass pass) {
    this.peer = peer;
    this.doing = doing;
    this.client = client;
    this.stream = stream;
    this.answers = answers;
    this.allocator = allocator;
    this.pass = pass;
  }

  /**
   * Sends the batch that the root holds, once the one before is on its way.
   *
   * @param metadata that goes with it; null for none
   * @throws IceRunnerException what the server answered if it has ended the stream; UNAVAILABLE if
   *     it takes nothing for too long
   */
  public void send(byte @Nullable [] metadata) {
    awaitReady();
    @Nullable ArrowBuf buffer = null;
    try {
      if (metadata == null) {
        stream.putNext();
      } else {
        buffer = allocator.buffer(metadata.length);
        buffer.writeBytes(metadata);
        stream.putNext(buffer);
      }
    } catch (RuntimeException e) {
      isBroken = true;
      throw RemoteFailure.of(doing, peer.address(), e);
    }
  }

  /** Flight's client would wait without a pause, and tells nobody when it is ready. */
  private void awaitReady() {
    long deadline = System.nanoTime() + LONGEST_JAM.toNanos();
    for (long pause = SHORTEST_PAUSE_NANOS;
        !stream.isReady();
        pause = Math.min(2 * pause, LONGEST_PAUSE_NANOS)) {
      requireRunning();
      if (Thread.currentThread().isInterrupted()) {
        throw broken(ErrorCode.CANCELLED, "the thread was interrupted");
      }
      if (System.nanoTime() - deadline >= 0) {
        throw broken(
            ErrorCode.UNAVAILABLE,
            "%s took nothing for %s s".formatted(peer.address(), LONGEST_JAM.toSeconds()));
      }
      LockSupport.parkNanos(pause);
    }
    requireRunning();
  }

  /**
   * @throws IceRunnerException what the server answered if it has ended the stream
   */
  public void requireRunning() {
    if (answers.isCancelled()) {
      isBroken = true;
      try {
        answers.getResult();
      } catch (RuntimeException e) {
        throw RemoteFailure.of(doing, peer.address(), e);
      }
      throw ended();
    }
  }

  /**
   * Waits for the next answer.
   *
   * @throws IceRunnerException what the server answered if it has ended the stream; UNAVAILABLE if
   *     there is no answer in time
   */
  public byte[] answer(Duration patience) {
    try (PutResult result = answers.poll(patience.toNanos(), TimeUnit.NANOSECONDS)) {
      if (result == null) {
        requireRunning();
        throw broken(
            ErrorCode.UNAVAILABLE,
            "%s did not answer within %s s".formatted(peer.address(), patience.toSeconds()));
      }
      ArrowBuf metadata = result.getApplicationMetadata();
      byte[] bytes = new byte[Math.toIntExact(metadata.readableBytes())];
      metadata.getBytes(metadata.readerIndex(), bytes);
      return bytes;
    } catch (ExecutionException e) {
      isBroken = true;
      throw RemoteFailure.of(doing, peer.address(), e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw broken(ErrorCode.CANCELLED, "the thread was interrupted");
    }
  }

  private IceRunnerException ended() {
    return broken(ErrorCode.UNAVAILABLE, "%s ended the stream too early".formatted(peer.address()));
  }

  private IceRunnerException broken(ErrorCode code, String reason) {
    isBroken = true;
    return new IceRunnerException(code, "Cannot %s: %s".formatted(doing, reason));
  }

  /** Whether a server of ours has said what failed, so that what it says is what happened. */
  public static boolean isAnswered(IceRunnerException failure) {
    return failure.getCause() instanceof FlightRuntimeException flight
        && FlightErrors.isOurs(flight);
  }

  /** Whether sending anew may help after a failure: the log-in was over. */
  public boolean mayBeReopened(IceRunnerException failure) {
    return peer.renewed(pass, failure);
  }

  /** Ends the stream, waits a little for the server to end too, and frees what it answered. */
  @Override
  public void close() {
    try {
      if (isBroken) {
        stream.error(FlightErrors.toFlight(IceRunnerException.cancelled("The writer has ended")));
      } else {
        end();
      }
    } catch (RuntimeException e) {
      // It has ended already.
      isBroken = true;
    } finally {
      answers.close();
      FlightPeer.close(client);
    }
  }

  private void end() {
    stream.completed();
    boolean interrupted = false;
    long deadline = System.nanoTime() + LONGEST_END.toNanos();
    for (long left = LONGEST_END.toNanos();
        left > 0 && !answers.isCancelled();
        left = deadline - System.nanoTime()) {
      try (PutResult ignored = answers.poll(left, TimeUnit.NANOSECONDS)) {
        continue;
      } catch (ExecutionException e) {
        return;
      } catch (InterruptedException e) {
        interrupted = true;
        break;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}

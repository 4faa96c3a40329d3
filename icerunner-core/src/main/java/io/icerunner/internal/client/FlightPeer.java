package io.icerunner.internal.client;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightClient.ClientStreamListener;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightGrpcUtils;
import org.apache.arrow.flight.SyncPutListener;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** One server of a {@link FlightConnection}. Safe for use by many threads. */
public final class FlightPeer {
  private final FlightUri uri;
  private final PeerChannel channel;
  private final BufferAllocator parent;
  private final Login login;

  FlightPeer(ConnectionSettings settings, FlightUri uri, BufferAllocator parent) {
    this(settings, uri, PeerWatch.Patience.DEFAULT, parent);
  }

  FlightPeer(
      ConnectionSettings settings,
      FlightUri uri,
      PeerWatch.Patience patience,
      BufferAllocator parent) {
    this.uri = uri;
    this.channel =
        new PeerChannel(uri.address(), patience, calls -> GrpcChannels.open(settings, uri, calls));
    this.parent = parent;
    this.login = new Login(settings);
  }

  /** A call, with what proves who calls. */
  @FunctionalInterface
  public interface Call<T> {
    T run(FlightClient client, CallOption... options);
  }

  /** Scheme, host and port. */
  public String address() {
    return uri.address();
  }

  /**
   * Calls; once more with a new log-in if the old one is over.
   *
   * @param doing for messages, as in "list tables"
   * @param call takes in all of the answer
   */
  public <T> T call(String doing, Call<T> call) {
    try (FlightClient client = client(parent)) {
      Login.Pass pass = login.pass(client);
      try {
        return call.run(client, pass.options());
      } catch (RuntimeException e) {
        if (!renewed(pass, RemoteFailure.of(doing, address(), e))) {
          throw e;
        }
        return call.run(client, login.pass(client).options());
      }
    } catch (RuntimeException e) {
      throw RemoteFailure.of(doing, address(), e);
    } catch (InterruptedException e) {
      throw RemoteFailure.of(doing, address(), e);
    }
  }

  /**
   * Asks for a stream, without waiting for it.
   *
   * @param doing for messages, as in "read table a.b"
   * @param allocator of what arrives
   */
  public RemoteStream stream(String doing, Ticket ticket, BufferAllocator allocator) {
    FlightClient client = client(allocator);
    try {
      Login.Pass pass = login.pass(client);
      return new RemoteStream(this, doing, client, client.getStream(ticket, pass.options()), pass);
    } catch (RuntimeException e) {
      close(client);
      throw RemoteFailure.of(doing, address(), e);
    }
  }

  /**
   * Begins to send a stream, without waiting for an answer.
   *
   * @param doing for messages, as in "write table a.b"
   * @param root that holds each batch when it is sent; stays the caller's
   * @param allocator of what is answered
   */
  public RemotePut put(
      String doing, FlightDescriptor descriptor, VectorSchemaRoot root, BufferAllocator allocator) {
    FlightClient client = client(allocator);
    SyncPutListener answers = new SyncPutListener();
    try {
      Login.Pass pass = login.pass(client);
      ClientStreamListener stream = client.startPut(descriptor, root, answers, pass.options());
      return new RemotePut(this, doing, client, stream, answers, allocator, pass);
    } catch (RuntimeException e) {
      answers.close();
      close(client);
      throw RemoteFailure.of(doing, address(), e);
    }
  }

  /** Whether what was refused may be accepted after another log-in. */
  boolean renewed(Login.Pass pass, IceRunnerException failure) {
    return failure.code() == ErrorCode.UNAUTHENTICATED && login.renew(pass);
  }

  private FlightClient client(BufferAllocator allocator) {
    return FlightGrpcUtils.createFlightClientWithSharedChannel(allocator, channel.channel());
  }

  static void close(FlightClient client) {
    try {
      client.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends all calls that run. */
  void close() {
    channel.close();
  }
}

package io.icerunner.internal.flight;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.Status;

/**
 * A call that others may close while the service still works on it: the first status counts, and
 * what the service sends afterwards is dropped. Safe for use by several threads.
 */
final class OnceClosedCall<Q, S> extends SimpleForwardingServerCall<Q, S> {
  private boolean closed;

  OnceClosedCall(ServerCall<Q, S> call) {
    super(call);
  }

  @Override
  public synchronized void sendHeaders(Metadata headers) {
    if (!closed) {
      super.sendHeaders(headers);
    }
  }

  @Override
  public synchronized void sendMessage(S message) {
    if (!closed) {
      super.sendMessage(message);
    }
  }

  @Override
  public synchronized void close(Status status, Metadata trailers) {
    if (!closed) {
      closed = true;
      super.close(status, trailers);
    }
  }
}

package io.icerunner.internal.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;

/** Tells a watch of all calls but its own. */
final class WatchedCalls implements ClientInterceptor {
  private final PeerWatch watch;

  WatchedCalls(PeerWatch watch) {
    this.watch = watch;
  }

  @Override
  public <Q, S> ClientCall<Q, S> interceptCall(
      MethodDescriptor<Q, S> method, CallOptions options, Channel next) {
    return UnknownMethodProbe.isProbe(method)
        ? next.newCall(method, options)
        : new WatchedCall<>(next.newCall(method, watch.traced(options)));
  }

  private final class WatchedCall<Q, S> extends SimpleForwardingClientCall<Q, S> {
    WatchedCall(ClientCall<Q, S> call) {
      super(call);
    }

    @Override
    public void start(Listener<S> listener, Metadata headers) {
      watch.begin();
      boolean started = false;
      try {
        super.start(new Ending<>(listener), headers);
        started = true;
      } finally {
        if (!started) {
          watch.end();
        }
      }
    }
  }

  private final class Ending<S> extends SimpleForwardingClientCallListener<S> {
    Ending(ClientCall.Listener<S> listener) {
      super(listener);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      watch.end();
      super.onClose(status, trailers);
    }
  }
}

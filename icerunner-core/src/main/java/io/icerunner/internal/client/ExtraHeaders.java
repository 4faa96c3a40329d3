package io.icerunner.internal.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import java.util.Map;

/** Sends headers with each call, that of logging in included. */
final class ExtraHeaders implements ClientInterceptor {
  private final Map<String, String> headers;

  /**
   * @param headers by their names
   */
  ExtraHeaders(Map<String, String> headers) {
    this.headers = headers;
  }

  @Override
  public <Q, S> ClientCall<Q, S> interceptCall(
      MethodDescriptor<Q, S> method, CallOptions options, Channel next) {
    return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
      @Override
      public void start(Listener<S> listener, Metadata metadata) {
        headers.forEach(
            (name, value) ->
                metadata.put(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER), value));
        super.start(listener, metadata);
      }
    };
  }
}

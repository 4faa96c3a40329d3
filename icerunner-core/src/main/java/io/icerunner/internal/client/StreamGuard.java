package io.icerunner.internal.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.MethodDescriptor;

/**
 * Holds streams that are read to a few messages in memory, and refuses those that Flight's client
 * would read wrongly.
 */
final class StreamGuard implements ClientInterceptor {
  /** Flight's client asks for five. */
  private static final int MOST_MESSAGES_AHEAD = 2;

  @Override
  public <Q, S> ClientCall<Q, S> interceptCall(
      MethodDescriptor<Q, S> method, CallOptions options, Channel next) {
    if (!"DoGet".equals(method.getBareMethodName())) {
      return next.newCall(method, options);
    }
    MethodDescriptor<Q, S> checked =
        method.toBuilder(
                method.getRequestMarshaller(), new DeltaRefusal<>(method.getResponseMarshaller()))
            .build();
    return new SimpleForwardingClientCall<>(next.newCall(checked, options)) {
      @Override
      public void request(int messages) {
        super.request(Math.min(messages, MOST_MESSAGES_AHEAD));
      }
    };
  }
}

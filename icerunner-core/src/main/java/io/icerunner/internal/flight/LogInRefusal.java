package io.icerunner.internal.flight;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;

/**
 * Refuses to log in where nothing checks a password: Flight's own server would say that any is
 * right.
 */
final class LogInRefusal implements ServerInterceptor {
  private static final Status REFUSED =
      Status.UNAUTHENTICATED.withDescription(
          "Cannot log in: this server has no authentication; connect without user and password");

  @Override
  public <Q, S> ServerCall.Listener<Q> interceptCall(
      ServerCall<Q, S> call, Metadata headers, ServerCallHandler<Q, S> next) {
    if ("Handshake".equals(call.getMethodDescriptor().getBareMethodName())) {
      call.close(REFUSED, new Metadata());
      return new ServerCall.Listener<>() {};
    }
    return next.startCall(call, headers);
  }
}

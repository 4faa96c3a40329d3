package io.icerunner.internal.sql;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.arrow.flight.CloseSessionResult;
import org.apache.arrow.flight.FlightProducer.CallContext;
import org.apache.arrow.flight.GetSessionOptionsResult;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.SetSessionOptionsResult;

/** SetSessionOptions, GetSessionOptions and CloseSession. */
final class SessionActions {
  private final SessionOptions options;

  SessionActions(SessionOptions options) {
    this.options = options;
  }

  byte[] set(CallContext context, byte[] body) {
    SetSessionOptionsRequest request = parse(body);
    SessionMiddleware middleware = SessionMiddleware.of(context);
    Map<String, SetSessionOptionsResult.Error> errors = new LinkedHashMap<>();
    Session before = middleware.session(options);
    middleware.save(options.set(before, request.getSessionOptions(), errors));
    return bytes(new SetSessionOptionsResult(errors).serialize());
  }

  byte[] get(CallContext context) {
    Session session = SessionMiddleware.of(context).session(options);
    return bytes(new GetSessionOptionsResult(options.values(session)).serialize());
  }

  byte[] close(CallContext context) {
    SessionMiddleware.of(context).close();
    // Also for clients that never opened one: they close what they never used.
    return bytes(new CloseSessionResult(CloseSessionResult.Status.CLOSED).serialize());
  }

  private static SetSessionOptionsRequest parse(byte[] body) {
    try {
      return SetSessionOptionsRequest.deserialize(ByteBuffer.wrap(body));
    } catch (IOException e) {
      throw new IceRunnerException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot set session options: the request is no SetSessionOptionsRequest",
          e);
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}

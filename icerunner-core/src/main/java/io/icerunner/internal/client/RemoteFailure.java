package io.icerunner.internal.client;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.flight.FlightErrors;
import java.security.GeneralSecurityException;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.memory.OutOfMemoryException;
import org.jspecify.annotations.Nullable;

/** What failures of calls to a server mean. */
final class RemoteFailure {
  /** What gRPC says of calls that {@link PeerChannel} ends. */
  private static final String SHUT_DOWN = "Channel shutdownNow invoked";

  private static final String CONNECTION_ENDED =
      "the connection was ended, because the server did not answer for too long or because it was closed here";

  private RemoteFailure() {}

  /**
   * The error to raise.
   *
   * @param doing as in "list tables"
   * @param address of the server
   */
  static IceRunnerException of(String doing, String address, Throwable error) {
    IceRunnerException ours = cause(error, IceRunnerException.class);
    if (ours != null) {
      return ours;
    }
    OutOfMemoryException noMemory = cause(error, OutOfMemoryException.class);
    if (noMemory != null) {
      return new IceRunnerException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "Cannot %s: no memory is left for what %s sends: %s"
              .formatted(doing, address, noMemory.getMessage()),
          error);
    }
    if (cause(error, InterruptedException.class) != null) {
      return new IceRunnerException(
          ErrorCode.CANCELLED, "Cannot %s: the thread was interrupted".formatted(doing), error);
    }
    if (error instanceof FlightRuntimeException flight) {
      return answered(doing, address, flight);
    }
    return IceRunnerException.internal(
        "Cannot %s: what %s sent cannot be understood: %s".formatted(doing, address, error), error);
  }

  private static IceRunnerException answered(
      String doing, String address, FlightRuntimeException error) {
    Throwable root = root(error);
    if (root instanceof GeneralSecurityException) {
      return notTrusted(doing, address, root, error);
    }
    IceRunnerException known = FlightErrors.fromFlight(error);
    ErrorCode code = code(known);
    String reason = reason(known.getMessage(), error, root);
    String answer =
        switch (code) {
          case UNAVAILABLE -> "is not available: " + reason;
          case UNAUTHENTICATED ->
              "refuses the log-in: %s; check user, password and token".formatted(reason);
          default -> "answers: " + reason;
        };
    return new IceRunnerException(
        code, "Cannot %s: %s %s".formatted(doing, address, answer), error);
  }

  /** Trying again would not help. */
  private static IceRunnerException notTrusted(
      String doing, String address, Throwable reason, FlightRuntimeException error) {
    return new IceRunnerException(
        ErrorCode.PERMISSION_DENIED,
        "Cannot %s: the certificate of %s is not accepted: %s; name its authority, or the host name in it"
            .formatted(doing, address, reason.getMessage()),
        error);
  }

  private static String reason(String said, FlightRuntimeException error, Throwable root) {
    String reason = said.replace(SHUT_DOWN, CONNECTION_ENDED);
    boolean isNews = root != error && root.getMessage() != null;
    return isNews && !reason.contains(root.getMessage())
        ? reason + ": " + root.getMessage()
        : reason;
  }

  /** A stream that breaks off is a server that is gone, whatever the transport calls it. */
  private static ErrorCode code(IceRunnerException known) {
    boolean isBroken =
        known.code() == ErrorCode.CANCELLED
            || known.code() == ErrorCode.INTERNAL
                && (known.getMessage().contains("RST_STREAM")
                    || known.getMessage().contains("end-of-stream mid-frame"));
    return isBroken ? ErrorCode.UNAVAILABLE : known.code();
  }

  private static Throwable root(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  private static <T extends Throwable> @Nullable T cause(Throwable error, Class<T> type) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return type.cast(cause);
      }
    }
    return null;
  }
}

package io.icerunner.internal.flight;

import io.grpc.StatusRuntimeException;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.ErrorFlightMetadata;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.memory.OutOfMemoryException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns errors into Flight statuses and back. Nothing else decides a status. */
public final class FlightErrors {
  private static final Logger LOG = LoggerFactory.getLogger(FlightErrors.class);

  /** The trailer that carries the {@link ErrorCode}, which a Flight status alone cannot tell. */
  static final String CODE_KEY = "icerunner-error-code";

  /**
   * How long a message may be on the wire, in bytes of its percent-encoding: all trailers of a call
   * together must stay below the 8 KiB that clients take by default.
   */
  private static final int MAX_ENCODED_MESSAGE = 6_000;

  private FlightErrors() {}

  /** The exception to hand to Flight. A fault of ours is logged here, once, with an id. */
  public static FlightRuntimeException toFlight(Throwable error) {
    if (error instanceof FlightRuntimeException flight) {
      return flight;
    }
    if (error instanceof StatusRuntimeException) {
      return toFlight(ErrorCode.CANCELLED, "The client has gone", error);
    }
    if (error instanceof IceRunnerException known && known.code() != ErrorCode.INTERNAL) {
      return toFlight(known.code(), known.getMessage(), known);
    }
    OutOfMemoryException noMemory = noMemory(error);
    if (noMemory != null) {
      return toFlight(
          ErrorCode.RESOURCE_EXHAUSTED,
          "Cannot allocate memory for this call: " + noMemory.getMessage(),
          error);
    }
    String id = UUID.randomUUID().toString().substring(0, 8);
    LOG.error("Fault {} in a call", id, error);
    String message =
        error instanceof IceRunnerException && error.getMessage() != null
            ? error.getMessage()
            : "Cannot complete the call: unexpected " + error;
    return toFlight(ErrorCode.INTERNAL, message + " (fault " + id + ")", error);
  }

  /** The failed allocation behind an error; who met it may not have known what it was. */
  private static @Nullable OutOfMemoryException noMemory(Throwable error) {
    for (Throwable cause = error; cause != null; cause = cause.getCause()) {
      if (cause instanceof OutOfMemoryException noMemory) {
        return noMemory;
      }
    }
    return null;
  }

  private static FlightRuntimeException toFlight(ErrorCode code, String message, Throwable cause) {
    ErrorFlightMetadata metadata = new ErrorFlightMetadata();
    metadata.insert(CODE_KEY, code.name());
    return status(code)
        .withDescription(shortened(message))
        .withCause(cause)
        .withMetadata(metadata)
        .toRuntimeException();
  }

  private static CallStatus status(ErrorCode code) {
    return switch (code) {
      case NOT_FOUND -> CallStatus.NOT_FOUND;
      case ALREADY_EXISTS -> CallStatus.ALREADY_EXISTS;
      case INVALID_ARGUMENT, FENCED -> CallStatus.INVALID_ARGUMENT;
      case UNSUPPORTED -> CallStatus.UNIMPLEMENTED;
      case COMMIT_CONFLICT, UNAVAILABLE -> CallStatus.UNAVAILABLE;
      case COMMIT_UNKNOWN -> CallStatus.UNKNOWN;
      case RESOURCE_EXHAUSTED -> CallStatus.RESOURCE_EXHAUSTED;
      case UNAUTHENTICATED -> CallStatus.UNAUTHENTICATED;
      case PERMISSION_DENIED -> CallStatus.UNAUTHORIZED;
      case CANCELLED -> CallStatus.CANCELLED;
      case DEADLINE_EXCEEDED -> CallStatus.TIMED_OUT;
      case INTERNAL -> CallStatus.INTERNAL;
    };
  }

  /** The error that a server reported, with the code it sent if it is one of ours. */
  public static IceRunnerException fromFlight(FlightRuntimeException error) {
    CallStatus status = error.status();
    String description = status.description();
    return new IceRunnerException(
        code(status),
        description == null || description.isBlank() ? status.code().name() : description,
        error);
  }

  /** Whether a server of ours says so itself, and not the transport or a proxy. */
  public static boolean isOurs(FlightRuntimeException error) {
    return isOurs(error.status());
  }

  private static boolean isOurs(CallStatus status) {
    return status.metadata() != null && status.metadata().containsKey(CODE_KEY);
  }

  private static ErrorCode code(CallStatus status) {
    if (isOurs(status)) {
      String name = status.metadata().get(CODE_KEY);
      for (ErrorCode code : ErrorCode.values()) {
        if (code.name().equals(name)) {
          return code;
        }
      }
    }
    return switch (status.code()) {
      case NOT_FOUND -> ErrorCode.NOT_FOUND;
      case ALREADY_EXISTS -> ErrorCode.ALREADY_EXISTS;
      case INVALID_ARGUMENT -> ErrorCode.INVALID_ARGUMENT;
      case UNIMPLEMENTED -> ErrorCode.UNSUPPORTED;
      case UNAVAILABLE -> ErrorCode.UNAVAILABLE;
      case RESOURCE_EXHAUSTED -> ErrorCode.RESOURCE_EXHAUSTED;
      case UNAUTHENTICATED -> ErrorCode.UNAUTHENTICATED;
      case UNAUTHORIZED -> ErrorCode.PERMISSION_DENIED;
      case CANCELLED -> ErrorCode.CANCELLED;
      case TIMED_OUT -> ErrorCode.DEADLINE_EXCEEDED;
      case OK, UNKNOWN, INTERNAL -> ErrorCode.INTERNAL;
    };
  }

  private static String shortened(String message) {
    int size = 0;
    for (int i = 0; i < message.length(); ) {
      int next = message.offsetByCodePoints(i, 1);
      byte[] bytes = message.substring(i, next).getBytes(StandardCharsets.UTF_8);
      boolean plain = bytes.length == 1 && bytes[0] >= ' ' && bytes[0] < 0x7f && bytes[0] != '%';
      size += plain ? 1 : 3 * bytes.length;
      if (size > MAX_ENCODED_MESSAGE) {
        return message.substring(0, i) + "…";
      }
      i = next;
    }
    return message;
  }
}

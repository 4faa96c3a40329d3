package io.icerunner.internal.flight;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.Map;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.memory.OutOfMemoryException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FlightErrorsTest {
  private static final Map<ErrorCode, FlightStatusCode> EXPECTED =
      Map.ofEntries(
          Map.entry(ErrorCode.NOT_FOUND, FlightStatusCode.NOT_FOUND),
          Map.entry(ErrorCode.ALREADY_EXISTS, FlightStatusCode.ALREADY_EXISTS),
          Map.entry(ErrorCode.INVALID_ARGUMENT, FlightStatusCode.INVALID_ARGUMENT),
          Map.entry(ErrorCode.FENCED, FlightStatusCode.INVALID_ARGUMENT),
          Map.entry(ErrorCode.UNSUPPORTED, FlightStatusCode.UNIMPLEMENTED),
          Map.entry(ErrorCode.COMMIT_CONFLICT, FlightStatusCode.UNAVAILABLE),
          Map.entry(ErrorCode.COMMIT_UNKNOWN, FlightStatusCode.UNKNOWN),
          Map.entry(ErrorCode.RESOURCE_EXHAUSTED, FlightStatusCode.RESOURCE_EXHAUSTED),
          Map.entry(ErrorCode.UNAUTHENTICATED, FlightStatusCode.UNAUTHENTICATED),
          Map.entry(ErrorCode.PERMISSION_DENIED, FlightStatusCode.UNAUTHORIZED),
          Map.entry(ErrorCode.CANCELLED, FlightStatusCode.CANCELLED),
          Map.entry(ErrorCode.DEADLINE_EXCEEDED, FlightStatusCode.TIMED_OUT),
          Map.entry(ErrorCode.UNAVAILABLE, FlightStatusCode.UNAVAILABLE),
          Map.entry(ErrorCode.INTERNAL, FlightStatusCode.INTERNAL));

  @ParameterizedTest
  @EnumSource(ErrorCode.class)
  void everyCodeHasItsStatusAndComesBack(ErrorCode code) {
    FlightRuntimeException flight =
        FlightErrors.toFlight(new IceRunnerException(code, "Cannot do it: why"));
    assertThat(flight.status().code()).isEqualTo(EXPECTED.get(code));
    assertThat(flight.status().description()).startsWith("Cannot do it: why");
    assertThat(FlightErrors.fromFlight(flight).code()).isEqualTo(code);
  }

  @Test
  void anUnexpectedErrorIsInternalWithItsTextAndAnId() {
    FlightRuntimeException flight = FlightErrors.toFlight(new IllegalStateException("oops"));
    assertThat(flight.status().code()).isEqualTo(FlightStatusCode.INTERNAL);
    assertThat(flight.status().description()).contains("oops").containsPattern("fault [0-9a-f]{8}");
  }

  @Test
  void runningOutOfArrowMemoryIsResourceExhausted() {
    assertThat(FlightErrors.toFlight(new OutOfMemoryException("full")).status().code())
        .isEqualTo(FlightStatusCode.RESOURCE_EXHAUSTED);
  }

  @Test
  void aLongMessageStaysBelowWhatClientsTake() {
    String message = "Cannot: " + "ü".repeat(5_000);
    String shortened =
        FlightErrors.toFlight(IceRunnerException.notFound(message)).status().description();
    assertThat(shortened).startsWith("Cannot: üü").endsWith("…").hasSizeLessThan(1_100);
  }

  @Test
  void anErrorOfAnotherServerIsReadByItsStatus() {
    FlightRuntimeException other =
        CallStatus.UNAUTHENTICATED.withDescription("who are you").toRuntimeException();
    assertThat(FlightErrors.fromFlight(other).code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
  }
}

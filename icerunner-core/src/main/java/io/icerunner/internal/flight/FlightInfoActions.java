package io.icerunner.internal.flight;

import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelFlightInfoResult;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightConstants;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.RenewFlightEndpointRequest;

/** Flight's own actions on FlightInfos that this server gave out. */
final class FlightInfoActions {
  private final CancelledReads cancelledReads;
  private final UnaryOperator<byte[]> unwrap;

  /**
   * @param unwrap gives the ticket of ours that a Flight SQL ticket carries; other bytes as they
   *     are
   */
  FlightInfoActions(CancelledReads cancelledReads, UnaryOperator<byte[]> unwrap) {
    this.cancelledReads = cancelledReads;
    this.unwrap = unwrap;
  }

  List<ServerAction> all() {
    return List.of(
        new ServerAction(
            FlightConstants.CANCEL_FLIGHT_INFO, (call, body, results) -> cancel(body, results)),
        new ServerAction(
            FlightConstants.RENEW_FLIGHT_ENDPOINT, (call, body, results) -> renew(body, results)));
  }

  private void cancel(byte[] body, Consumer<byte[]> results) {
    FlightInfo info;
    try {
      info = CancelFlightInfoRequest.deserialize(ByteBuffer.wrap(body)).getInfo();
    } catch (IOException | URISyntaxException | RuntimeException e) {
      throw malformed("CancelFlightInfo", e);
    }
    CancelStatus status = CancelStatus.NOT_CANCELLABLE;
    for (FlightEndpoint endpoint : info.getEndpoints()) {
      if (cancelledReads.cancel(id(endpoint, "cancel"))) {
        status = CancelStatus.CANCELLED;
      }
    }
    results.accept(bytes(new CancelFlightInfoResult(status).serialize()));
  }

  /** Tickets do not expire, so renewing gives back the endpoint, unless it was cancelled. */
  private void renew(byte[] body, Consumer<byte[]> results) {
    FlightEndpoint endpoint;
    try {
      endpoint = RenewFlightEndpointRequest.deserialize(ByteBuffer.wrap(body)).getFlightEndpoint();
    } catch (IOException | URISyntaxException | RuntimeException e) {
      throw malformed("RenewFlightEndpoint", e);
    }
    if (cancelledReads.isCancelled(id(endpoint, "renew"))) {
      throw IceRunnerException.invalidArgument(
          "Cannot renew the endpoint: its FlightInfo was cancelled");
    }
    results.accept(bytes(endpoint.serialize()));
  }

  private UUID id(FlightEndpoint endpoint, String verb) {
    byte[] ticket = unwrap.apply(endpoint.getTicket().getBytes());
    if (!TicketCodec.isOurs(ticket)) {
      throw IceRunnerException.invalidArgument(
          "Cannot %s: the endpoint has no ticket that GetFlightInfo of this server gave"
              .formatted(verb));
    }
    return TicketCodec.decode(ticket).id();
  }

  private static IceRunnerException malformed(String action, Exception e) {
    return IceRunnerException.invalidArgument(
        "Cannot run %s: its body is no such request (%s)".formatted(action, e.getMessage()));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}

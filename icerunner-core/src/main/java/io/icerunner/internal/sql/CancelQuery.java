package io.icerunner.internal.sql;

import com.google.protobuf.Any;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.flight.CancelledReads;
import io.icerunner.internal.flight.TicketCodec;
import java.io.IOException;
import java.net.URISyntaxException;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCancelQueryRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCancelQueryResult;

/**
 * CancelQuery, the forerunner of CancelFlightInfo: ends the streams of a FlightInfo's tickets and
 * refuses the tickets from then on. Listings of metadata are short and are not cancelled by it.
 */
@SuppressWarnings("deprecation") // Older clients send it.
final class CancelQuery {
  private final CancelledReads cancelled;

  CancelQuery(CancelledReads cancelled) {
    this.cancelled = cancelled;
  }

  byte[] run(ActionCancelQueryRequest request) {
    boolean any = false;
    for (FlightEndpoint endpoint : info(request).getEndpoints()) {
      byte[] ticket = StatementTicket.unwrap(endpoint.getTicket().getBytes());
      if (TicketCodec.isOurs(ticket)) {
        cancelled.cancel(TicketCodec.decode(ticket).id());
        any = true;
      }
    }
    ActionCancelQueryResult.CancelResult result =
        any
            ? ActionCancelQueryResult.CancelResult.CANCEL_RESULT_CANCELLED
            : ActionCancelQueryResult.CancelResult.CANCEL_RESULT_NOT_CANCELLABLE;
    return Any.pack(ActionCancelQueryResult.newBuilder().setResult(result).build()).toByteArray();
  }

  private static FlightInfo info(ActionCancelQueryRequest request) {
    try {
      return FlightInfo.deserialize(request.getInfo().asReadOnlyByteBuffer());
    } catch (IOException | URISyntaxException e) {
      throw new IceRunnerException(
          ErrorCode.INVALID_ARGUMENT, "Cannot cancel: the FlightInfo is malformed", e);
    }
  }
}

package io.icerunner.internal.flight;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.Ticket;

/** The plain Flight half of the server: tables by path, SQL text and scan requests. */
public final class PlainEndpoint implements FlightProducer {
  public PlainEndpoint(ServerContext context) {}

  public List<ActionType> actionTypes() {
    return List.of();
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
    throw IceRunnerException.unsupported("Cannot read");
  }

  @Override
  public void listFlights(
      CallContext context, Criteria criteria, StreamListener<FlightInfo> listener) {
    throw IceRunnerException.unsupported("Cannot list");
  }

  @Override
  public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
    throw IceRunnerException.unsupported("Cannot describe");
  }

  @Override
  public Runnable acceptPut(
      CallContext context, FlightStream stream, StreamListener<PutResult> results) {
    throw IceRunnerException.unsupported("Cannot write");
  }

  @Override
  public void doAction(CallContext context, Action action, StreamListener<Result> listener) {
    throw IceRunnerException.unsupported("Cannot act");
  }

  @Override
  public void listActions(CallContext context, StreamListener<ActionType> listener) {
    throw IceRunnerException.unsupported("Cannot list");
  }
}

package io.icerunner.internal.flight;

import io.icerunner.error.IceRunnerException;
import java.util.function.Supplier;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.Ticket;

/**
 * The one producer of the server. It only decides who answers a call, plain Flight or Flight SQL,
 * and maps what they throw.
 */
public final class IceRunnerProducer implements FlightProducer {
  private final PlainEndpoint plain;
  private final SqlEndpoint sql;

  public IceRunnerProducer(PlainEndpoint plain, SqlEndpoint sql) {
    this.plain = plain;
    this.sql = sql;
  }

  private FlightProducer forDescriptor(FlightDescriptor descriptor) {
    boolean isSql = descriptor.isCommand() && SqlMessages.isFlightSql(descriptor.getCommand());
    return isSql ? sql : plain;
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
    FlightProducer endpoint = SqlMessages.isFlightSql(ticket.getBytes()) ? sql : plain;
    try {
      endpoint.getStream(context, ticket, listener);
    } catch (RuntimeException e) {
      listener.error(FlightErrors.toFlight(e));
    }
  }

  @Override
  public void listFlights(
      CallContext context, Criteria criteria, StreamListener<FlightInfo> listener) {
    try {
      plain.listFlights(context, criteria, listener);
    } catch (RuntimeException e) {
      listener.onError(FlightErrors.toFlight(e));
    }
  }

  @Override
  public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
    return mapped(() -> forDescriptor(descriptor).getFlightInfo(context, descriptor));
  }

  @Override
  public PollInfo pollFlightInfo(CallContext context, FlightDescriptor descriptor) {
    return mapped(
        () -> {
          throw IceRunnerException.unsupported(
              "Cannot poll: PollFlightInfo is not offered; call GetFlightInfo, which answers once"
                  + " the statement is planned");
        });
  }

  @Override
  public SchemaResult getSchema(CallContext context, FlightDescriptor descriptor) {
    return mapped(() -> forDescriptor(descriptor).getSchema(context, descriptor));
  }

  @Override
  public Runnable acceptPut(
      CallContext context, FlightStream stream, StreamListener<PutResult> results) {
    return () -> {
      try {
        FlightDescriptor descriptor = PutSetup.current().descriptor(stream);
        forDescriptor(descriptor).acceptPut(context, stream, results).run();
      } catch (RuntimeException e) {
        results.onError(FlightErrors.toFlight(e));
      }
    };
  }

  @Override
  public void doExchange(CallContext context, FlightStream reader, ServerStreamListener writer) {
    writer.error(
        FlightErrors.toFlight(
            IceRunnerException.unsupported(
                "Cannot exchange: DoExchange is not offered; use DoPut to write and DoGet to"
                    + " read")));
  }

  @Override
  public void doAction(CallContext context, Action action, StreamListener<Result> listener) {
    FlightProducer endpoint = sql.takes(action.getType()) ? sql : plain;
    try {
      endpoint.doAction(context, action, listener);
    } catch (RuntimeException e) {
      listener.onError(FlightErrors.toFlight(e));
    }
  }

  @Override
  public void listActions(CallContext context, StreamListener<ActionType> listener) {
    plain.actionTypes().forEach(listener::onNext);
    sql.actionTypes().forEach(listener::onNext);
    listener.onCompleted();
  }

  private static <T> T mapped(Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      throw FlightErrors.toFlight(e);
    }
  }
}

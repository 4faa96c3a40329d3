package io.icerunner.internal.flight;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.names.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.Ticket;

/** The plain Flight half of the server: tables by path, SQL text and scan requests. */
public final class PlainEndpoint implements FlightProducer {
  private final ServerContext context;
  private final RequestReader requests;
  private final TableReader reader;
  private final FlightListing listing;
  private final PutEndpoint puts;
  private final Map<String, ServerAction> actions = new LinkedHashMap<>();

  /**
   * @param hostActions beside the built-in ones
   * @param unwrapTicket gives the ticket of ours that a Flight SQL ticket carries; other bytes as
   *     they are
   */
  public PlainEndpoint(
      ServerContext context, List<ServerAction> hostActions, UnaryOperator<byte[]> unwrapTicket) {
    this.context = context;
    this.requests = new RequestReader(context.tables(), context.settings().defaultNamespace());
    this.reader = new TableReader(context);
    this.listing = new FlightListing(context, reader);
    MirrorEndpoint mirrors = new MirrorEndpoint(context);
    this.puts = new PutEndpoint(context, mirrors);
    List<ServerAction> all = new ArrayList<>(new TableActions(context).all());
    all.add(new ChangesAction(context).action());
    all.add(mirrors.action());
    all.addAll(new FlightInfoActions(context.cancelledReads(), unwrapTicket).all());
    all.addAll(hostActions);
    all.forEach(this::register);
  }

  private void register(ServerAction action) {
    String name = action.type().getType();
    if (actions.putIfAbsent(name, action) != null) {
      throw IceRunnerException.invalidArgument(
          "Cannot add the action \"%s\": there is one with that name already".formatted(name));
    }
  }

  List<ActionType> actionTypes() {
    return actions.values().stream().map(ServerAction::type).toList();
  }

  @Override
  public void getStream(CallContext call, Ticket ticket, ServerStreamListener listener) {
    byte[] bytes = ticket.getBytes();
    if (TicketCodec.isOurs(bytes)) {
      reader.stream(TicketCodec.decode(bytes), listener);
    } else {
      reader.stream(requests.read(bytes, "ticket"), listener);
    }
  }

  @Override
  public void listFlights(
      CallContext call, Criteria criteria, StreamListener<FlightInfo> listener) {
    context
        .executor()
        .execute(
            () -> {
              try {
                listing.list(criteria, listener, call::isCancelled);
              } catch (RuntimeException e) {
                listener.onError(FlightErrors.toFlight(e));
              }
            });
  }

  @Override
  public FlightInfo getFlightInfo(CallContext call, FlightDescriptor descriptor) {
    return reader.info(requests.read(descriptor), descriptor);
  }

  @Override
  public SchemaResult getSchema(CallContext call, FlightDescriptor descriptor) {
    return new SchemaResult(reader.schema(requests.read(descriptor)));
  }

  @Override
  public Runnable acceptPut(
      CallContext call, FlightStream stream, StreamListener<PutResult> results) {
    return () -> puts.accept(stream.getDescriptor(), stream, results);
  }

  @Override
  public void doAction(CallContext call, Action action, StreamListener<Result> listener) {
    ServerAction known = actions.get(action.getType());
    if (known == null) {
      throw new IceRunnerException(
          ErrorCode.UNSUPPORTED,
          "Cannot run the action \"%s\": there is none with that name%s; ListActions names them"
              .formatted(action.getType(), NearestName.hint(action.getType(), actions.keySet())));
    }
    known.handler().handle(call, action.getBody(), result -> listener.onNext(new Result(result)));
    listener.onCompleted();
  }

  @Override
  public void listActions(CallContext call, StreamListener<ActionType> listener) {
    actionTypes().forEach(listener::onNext);
    listener.onCompleted();
  }
}

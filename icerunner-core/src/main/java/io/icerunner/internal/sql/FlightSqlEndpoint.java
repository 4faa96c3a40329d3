package io.icerunner.internal.sql;

import com.google.protobuf.Any;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.flight.ServerContext;
import io.icerunner.internal.flight.SqlEndpoint;
import java.util.List;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.vector.types.pojo.Schema;

/** The Flight SQL half of the server. It only decides which command a message holds. */
public final class FlightSqlEndpoint implements SqlEndpoint {
  private final ServerContext server;
  private final FlightSqlParts parts;

  public FlightSqlEndpoint(ServerContext server) {
    this.server = server;
    this.parts = FlightSqlParts.of(server);
  }

  @Override
  public List<ActionType> actionTypes() {
    return parts.actions().types();
  }

  @Override
  public boolean takes(String actionType) {
    return parts.actions().knows(actionType);
  }

  @Override
  public byte[] unwrapTicket(byte[] ticket) {
    return StatementTicket.unwrap(ticket);
  }

  @Override
  public void configure(FlightServer.Builder transport) {
    transport.middleware(SessionMiddleware.KEY, SessionMiddleware.factory(parts.sessions()));
  }

  @Override
  public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
    Any message = SqlMessage.parse(descriptor.getCommand());
    MetadataCommand metadata = parts.metadata().find(message);
    if (metadata != null) {
      return info(metadata.schema(), descriptor, new Ticket(descriptor.getCommand()));
    }
    QueryCommands.Planned planned =
        switch (SqlMessage.name(message)) {
          case "CommandStatementQuery" ->
              parts
                  .queries()
                  .plan(SqlMessage.unpack(message, CommandStatementQuery.class), session(context));
          case "CommandPreparedStatementQuery" ->
              parts.queries().plan(SqlMessage.unpack(message, CommandPreparedStatementQuery.class));
          default -> throw unknown("describe", message);
        };
    return info(planned.schema(), descriptor, planned.ticket());
  }

  private FlightInfo info(Schema schema, FlightDescriptor descriptor, Ticket ticket) {
    FlightEndpoint endpoint = server.endpoint(ticket.getBytes());
    return FlightInfo.builder(schema, descriptor, List.of(endpoint))
        .setRecords(-1)
        .setBytes(-1)
        .build();
  }

  @Override
  public SchemaResult getSchema(CallContext context, FlightDescriptor descriptor) {
    Any message = SqlMessage.parse(descriptor.getCommand());
    MetadataCommand metadata = parts.metadata().find(message);
    if (metadata != null) {
      return new SchemaResult(metadata.schema());
    }
    Schema schema =
        switch (SqlMessage.name(message)) {
          case "CommandStatementQuery" ->
              parts
                  .queries()
                  .schema(
                      SqlMessage.unpack(message, CommandStatementQuery.class), session(context));
          case "CommandPreparedStatementQuery" ->
              parts
                  .queries()
                  .schema(SqlMessage.unpack(message, CommandPreparedStatementQuery.class));
          default -> throw unknown("describe", message);
        };
    return new SchemaResult(schema);
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
    Any message = SqlMessage.parse(ticket.getBytes());
    MetadataCommand metadata = parts.metadata().find(message);
    if (metadata != null) {
      server.streams().send(listener, metadata::open);
      return;
    }
    switch (SqlMessage.name(message)) {
      case "TicketStatementQuery" ->
          parts.queries().stream(SqlMessage.unpack(message, TicketStatementQuery.class), listener);
      case "CommandStatementQuery" ->
          parts.queries().stream(
              SqlMessage.unpack(message, CommandStatementQuery.class), session(context), listener);
      case "CommandPreparedStatementQuery" ->
          parts.queries().stream(
              SqlMessage.unpack(message, CommandPreparedStatementQuery.class), listener);
      default -> throw unknown("stream", message);
    }
  }

  @Override
  public Runnable acceptPut(
      CallContext context, FlightStream stream, StreamListener<PutResult> results) {
    Any message = SqlMessage.parse(stream.getDescriptor().getCommand());
    return () -> {
      switch (SqlMessage.name(message)) {
        case "CommandStatementUpdate" ->
            throw parts
                .updates()
                .refuse(SqlMessage.unpack(message, CommandStatementUpdate.class), session(context));
        case "CommandPreparedStatementUpdate" ->
            throw parts
                .updates()
                .refuse(SqlMessage.unpack(message, CommandPreparedStatementUpdate.class), stream);
        case "CommandPreparedStatementQuery" ->
            parts
                .preparing()
                .bind(
                    SqlMessage.unpack(message, CommandPreparedStatementQuery.class),
                    stream,
                    results);
        case "CommandStatementIngest" ->
            parts
                .ingest()
                .accept(
                    SqlMessage.unpack(message, CommandStatementIngest.class),
                    session(context),
                    stream,
                    results);
        default -> throw unknown("put", message);
      }
    };
  }

  @Override
  public void doAction(CallContext context, Action action, StreamListener<Result> listener) {
    byte[] answer = parts.actions().run(context, action);
    if (answer != null) {
      listener.onNext(new Result(answer));
    }
    listener.onCompleted();
  }

  @Override
  public void listFlights(
      CallContext context, Criteria criteria, StreamListener<FlightInfo> listener) {
    throw IceRunnerException.unsupported("Cannot list flights here: plain Flight lists the tables");
  }

  @Override
  public void listActions(CallContext context, StreamListener<ActionType> listener) {
    actionTypes().forEach(listener::onNext);
    listener.onCompleted();
  }

  private Session session(CallContext context) {
    return SessionMiddleware.of(context).session(parts.sessionOptions());
  }

  private static IceRunnerException unknown(String verb, Any message) {
    String name = SqlMessage.name(message);
    return IceRunnerException.unsupported(
        name.contains("Substrait")
            ? "Cannot %s %s: Substrait plans are not run; send SQL".formatted(verb, name)
            : "Cannot %s %s: it is not a command for this call".formatted(verb, name));
  }

  /** How many prepared statements clients hold. */
  long openStatements() {
    return parts.prepared().count();
  }

  @Override
  public void close() {
    parts.close();
  }
}

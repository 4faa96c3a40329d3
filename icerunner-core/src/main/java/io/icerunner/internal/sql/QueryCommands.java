package io.icerunner.internal.sql;

import com.google.protobuf.ByteString;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.flight.CancelledReads;
import io.icerunner.internal.flight.FlightStreamWriter;
import io.icerunner.internal.flight.ReadRequest;
import io.icerunner.internal.flight.ReadTicket;
import io.icerunner.internal.flight.RunningStream;
import io.icerunner.spi.RecordBatchStream;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/** Statements that give rows, ad hoc and prepared: their schemas, tickets and streams. */
final class QueryCommands {

  /** What a FlightInfo says of a query. */
  record Planned(Schema schema, Ticket ticket) {}

  private final Statements statements;
  private final PreparedStatements prepared;
  private final FlightStreamWriter streams;
  private final CancelledReads cancelled;

  QueryCommands(
      Statements statements,
      PreparedStatements prepared,
      FlightStreamWriter streams,
      CancelledReads cancelled) {
    this.statements = statements;
    this.prepared = prepared;
    this.streams = streams;
    this.cancelled = cancelled;
  }

  Planned plan(CommandStatementQuery command, Session session) {
    refuseTransaction(command.getTransactionId());
    Statement statement =
        Planning.run(() -> statements.plan(command.getQuery(), session, List.of()));
    Parameters.NONE.check(statement.parameterCount());
    return planned(statement, Parameters.NONE);
  }

  /** The result schema; of a prepared statement also while parameters are missing. */
  Schema schema(CommandStatementQuery command, Session session) {
    refuseTransaction(command.getTransactionId());
    return Planning.run(() -> statements.plan(command.getQuery(), session, List.of()))
        .description()
        .resultSchema();
  }

  Planned plan(CommandPreparedStatementQuery command) {
    PreparedStatement statement = prepared.load(command.getPreparedStatementHandle());
    Parameters parameters = statement.parameters();
    return planned(Planning.run(() -> replan(statement.statement(), parameters)), parameters);
  }

  Schema schema(CommandPreparedStatementQuery command) {
    PreparedStatement statement = prepared.load(command.getPreparedStatementHandle());
    return Planning.run(() -> replan(statement.statement(), statement.boundOrNone()))
        .description()
        .resultSchema();
  }

  /** The statement at the snapshots of now, which may have another schema. */
  private Statement replan(Statement statement, Parameters parameters) {
    if (statement.isConstant()) {
      return statement;
    }
    return statements.plan(
        statement.sql(),
        statement.session(),
        parameters.rows().isEmpty() ? List.of() : parameters.rows().get(0));
  }

  private static Planned planned(Statement statement, Parameters parameters) {
    ReadTicket read =
        new ReadTicket(
            UUID.randomUUID(),
            new ReadRequest.OfSql(statement.sql()),
            statement.session().timeZone(),
            statement.pins(),
            ReadTicket.fingerprint(statement.description().resultSchema()));
    StatementTicket ticket =
        new StatementTicket(read, statement.session().namespace(), parameters.ipc());
    return new Planned(statement.description().resultSchema(), ticket.toTicket());
  }

  /** Streams a statement that was planned, here or on another server. */
  void stream(TicketStatementQuery message, ServerStreamListener listener) {
    StatementTicket ticket = StatementTicket.decode(message);
    cancelled.check(ticket.read().id());
    RunningStream stream = streams.send(listener, allocator -> run(ticket, allocator));
    cancelled.started(ticket.read().id(), stream);
  }

  private RecordBatchStream run(StatementTicket ticket, BufferAllocator allocator) {
    Parameters parameters = Parameters.decode(ticket.parameters(), allocator);
    String sql = ((ReadRequest.OfSql) ticket.read().request()).sql();
    Session session = new Session(ticket.namespace(), ticket.read().zone());
    RecordBatchStream stream =
        statements.run(sql, session, parameters, ticket.read().pins(), allocator);
    if (ticket.read().schema() != ReadTicket.fingerprint(stream.schema())) {
      stream.close();
      throw IceRunnerException.invalidArgument(
          "Cannot read the result: its schema has changed since the statement was planned; execute"
              + " the statement again");
    }
    return stream;
  }

  /** Plans and streams in one round trip. */
  void stream(CommandStatementQuery command, Session session, ServerStreamListener listener) {
    refuseTransaction(command.getTransactionId());
    streams.send(
        listener, allocator -> runNow(command.getQuery(), session, Parameters.NONE, allocator));
  }

  /** Plans and streams a prepared statement in one round trip. */
  void stream(CommandPreparedStatementQuery command, ServerStreamListener listener) {
    PreparedStatement statement = prepared.load(command.getPreparedStatementHandle());
    Parameters parameters = statement.parameters();
    streams.send(
        listener,
        allocator ->
            runNow(
                statement.statement().sql(),
                statement.statement().session(),
                parameters,
                allocator));
  }

  private RecordBatchStream runNow(
      String sql, Session session, Parameters parameters, BufferAllocator allocator) {
    return statements.run(sql, session, parameters, Map.of(), allocator);
  }

  static void refuseTransaction(ByteString id) {
    if (!id.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot use transaction %s: it does not exist, since there are no transactions"
              .formatted(id.toStringUtf8()));
    }
  }
}

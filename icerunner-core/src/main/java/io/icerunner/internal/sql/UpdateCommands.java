package io.icerunner.internal.sql;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.flight.PutSetup;
import java.util.List;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementUpdate;

/**
 * Statements that change data, which are refused with the engine's reason; and queries that are
 * sent as if they were some, whose rows would get lost.
 */
final class UpdateCommands {
  private final Statements statements;
  private final PreparedStatements prepared;

  UpdateCommands(Statements statements, PreparedStatements prepared) {
    this.statements = statements;
    this.prepared = prepared;
  }

  IceRunnerException refuse(CommandStatementUpdate command, Session session) {
    QueryCommands.refuseTransaction(command.getTransactionId());
    statements.plan(command.getQuery(), session, List.of());
    return isQuery();
  }

  IceRunnerException refuse(CommandPreparedStatementUpdate command, FlightStream stream) {
    PreparedStatement statement = prepared.load(command.getPreparedStatementHandle());
    PutSetup.current().awaitSchema(stream);
    statement.bind(Parameters.read(stream));
    return isQuery();
  }

  private static IceRunnerException isQuery() {
    return IceRunnerException.invalidArgument(
        "Cannot execute the statement as an update: it is a query and gives rows; execute it as a"
            + " query, with parameters for one execution at a time");
  }
}

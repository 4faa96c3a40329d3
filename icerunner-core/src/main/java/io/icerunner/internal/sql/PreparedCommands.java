package io.icerunner.internal.sql;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import io.icerunner.internal.flight.PutSetup;
import java.util.List;
import org.apache.arrow.flight.FlightProducer.StreamListener;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionClosePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementResult;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.DoPutPreparedStatementResult;

/** Creates prepared statements, binds their parameters, closes them. */
final class PreparedCommands {
  private final Statements statements;
  private final PreparedStatements prepared;
  private final PutAnswers answers;

  PreparedCommands(Statements statements, PreparedStatements prepared, PutAnswers answers) {
    this.statements = statements;
    this.prepared = prepared;
    this.answers = answers;
  }

  byte[] create(ActionCreatePreparedStatementRequest request, Session session) {
    QueryCommands.refuseTransaction(request.getTransactionId());
    Statement statement =
        Planning.run(() -> statements.plan(request.getQuery(), session, List.of()));
    ByteString handle = prepared.add(new PreparedStatement(statement));
    ActionCreatePreparedStatementResult result =
        ActionCreatePreparedStatementResult.newBuilder()
            .setPreparedStatementHandle(handle)
            .setDatasetSchema(
                ByteString.copyFrom(statement.description().resultSchema().serializeAsMessage()))
            .setParameterSchema(
                ByteString.copyFrom(
                    ParameterSchema.declared(statement.description().parameterSchema())
                        .serializeAsMessage()))
            .build();
    return Any.pack(result).toByteArray();
  }

  void bind(
      CommandPreparedStatementQuery command,
      FlightStream stream,
      StreamListener<PutResult> results) {
    ByteString handle = command.getPreparedStatementHandle();
    PreparedStatement statement = prepared.load(handle);
    PutSetup.current().awaitSchema(stream);
    statement.bind(Parameters.read(stream));
    answers.send(
        results,
        DoPutPreparedStatementResult.newBuilder().setPreparedStatementHandle(handle).build());
  }

  void close(ActionClosePreparedStatementRequest request) {
    prepared.close(request.getPreparedStatementHandle());
  }
}

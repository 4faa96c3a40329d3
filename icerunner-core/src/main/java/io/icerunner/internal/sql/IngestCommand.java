package io.icerunner.internal.sql;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.commit.CommitResult;
import io.icerunner.internal.flight.CallAllocator;
import io.icerunner.internal.flight.PutEndpoint;
import io.icerunner.internal.flight.PutSetup;
import io.icerunner.internal.flight.ServerContext;
import io.icerunner.internal.flight.TableAppend;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.flight.FlightProducer.StreamListener;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.DoPutUpdateResult;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Bulk ingest: a stream of batches becomes rows of a table, in one commit. The answer tells how
 * many rows were committed.
 */
final class IngestCommand {
  private final ServerContext server;
  private final PutAnswers answers;

  IngestCommand(ServerContext server, PutAnswers answers) {
    this.server = server;
    this.answers = answers;
  }

  void accept(
      CommandStatementIngest command,
      Session session,
      FlightStream stream,
      StreamListener<PutResult> results) {
    IngestMode mode = IngestMode.of(command);
    refuseUnsupported(command);
    TableIdentifier table = target(command, session, mode);
    checkMayCreate(table, mode);
    PutSetup.current().awaitSchema(stream);
    long rows;
    try (CallAllocator call = server.openCall("ingest")) {
      rows = ingest(table, mode, stream, results, call);
    }
    answers.send(results, DoPutUpdateResult.newBuilder().setRecordCount(rows).build());
  }

  private long ingest(
      TableIdentifier table,
      IngestMode mode,
      FlightStream stream,
      StreamListener<PutResult> results,
      CallAllocator call) {
    try (TableAppend append =
        TableAppend.open(
            server,
            table,
            PutEndpoint.incoming(stream),
            mode.createsMissing(),
            mode.ifExists(),
            call.allocator())) {
      PutEndpoint.writeAll(stream, append, results, call.allocator());
      CommitResult committed = append.commit();
      return committed.rows();
    }
  }

  private static void refuseUnsupported(CommandStatementIngest command) {
    QueryCommands.refuseTransaction(command.getTransactionId());
    if (command.getTemporary()) {
      throw IceRunnerException.unsupported(
          "Cannot ingest into temporary table %s: there are no temporary tables"
              .formatted(command.getTable()));
    }
    if (!command.getOptionsMap().isEmpty()) {
      throw IceRunnerException.unsupported(
          "Cannot ingest into table %s with options %s: an ingest takes no options"
              .formatted(command.getTable(), command.getOptionsMap().keySet()));
    }
  }

  private void checkMayCreate(TableIdentifier table, IngestMode mode) {
    boolean creates = mode.createsMissing() && !server.tables().exists(table);
    if (creates && !server.settings().createTables()) {
      throw IceRunnerException.unsupported(
          "Cannot create table %s: this server does not create tables".formatted(table));
    }
  }

  private TableIdentifier target(CommandStatementIngest command, Session session, IngestMode mode) {
    String catalog = server.tables().name();
    if (command.hasCatalog() && !command.getCatalog().equals(catalog)) {
      throw IceRunnerException.notFound(
          "Cannot ingest into catalog %s: it does not exist; the catalog is %s"
              .formatted(command.getCatalog(), catalog));
    }
    if (command.getTable().isEmpty()) {
      throw IceRunnerException.invalidArgument("Cannot ingest: the table's name is empty");
    }
    if (mode == IngestMode.APPEND) {
      return server.tables().resolve(nameParts(command, session), session.namespace());
    }
    return TableIdentifier.of(namespace(command, session), command.getTable());
  }

  private static List<String> nameParts(CommandStatementIngest command, Session session) {
    List<String> parts = new ArrayList<>(Arrays.asList(namespace(command, session).levels()));
    parts.add(command.getTable());
    return parts;
  }

  private static Namespace namespace(CommandStatementIngest command, Session session) {
    return command.hasSchema()
        ? Namespace.of(command.getSchema().split("\\.", -1))
        : session.namespace();
  }
}

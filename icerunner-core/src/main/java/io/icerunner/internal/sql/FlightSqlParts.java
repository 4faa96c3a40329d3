package io.icerunner.internal.sql;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.flight.ServerContext;
import java.time.ZoneId;
import java.util.Map;

/** What the Flight SQL endpoint delegates to. */
record FlightSqlParts(
    MetadataCommands metadata,
    QueryCommands queries,
    UpdateCommands updates,
    PreparedCommands preparing,
    IngestCommand ingest,
    SqlActions actions,
    SessionOptions sessionOptions,
    SessionStore sessions,
    PreparedStatements prepared) {

  static FlightSqlParts of(ServerContext server) {
    CatalogTables tables = server.tables();
    SessionOptions options =
        new SessionOptions(
            tables.name(),
            new Session(server.settings().defaultNamespace(), ZoneId.of("UTC")),
            tables::namespaceExists);
    Statements statements = new Statements(tables, server.engine());
    PreparedStatements prepared = new PreparedStatements();
    PutAnswers answers = new PutAnswers(server.allocator());
    PreparedCommands preparing = new PreparedCommands(statements, prepared, answers);
    Map<Integer, Object> sqlInfo = SqlInfoValues.of(Versions.server(), Versions.arrow());
    return new FlightSqlParts(
        new MetadataCommands(
            tables, new TableSchemas(tables, server.typeMappers(), server.executor()), sqlInfo),
        new QueryCommands(statements, prepared, server.streams(), server.cancelledReads()),
        new UpdateCommands(statements, prepared),
        preparing,
        new IngestCommand(server, answers),
        new SqlActions(
            preparing,
            new CancelQuery(server.cancelledReads()),
            new SessionActions(options),
            context -> SessionMiddleware.of(context).session(options)),
        options,
        new SessionStore(),
        prepared);
  }

  void close() {
    prepared.closeAll();
    sessions.closeAll();
  }
}

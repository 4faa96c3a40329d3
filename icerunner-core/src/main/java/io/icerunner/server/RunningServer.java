package io.icerunner.server;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.flight.CancelledReads;
import io.icerunner.internal.flight.FlightStreamWriter;
import io.icerunner.internal.flight.FlightTransport;
import io.icerunner.internal.flight.IceRunnerProducer;
import io.icerunner.internal.flight.PlainEndpoint;
import io.icerunner.internal.flight.ServerContext;
import io.icerunner.internal.flight.ServerSettings;
import io.icerunner.internal.flight.SqlEndpoint;
import io.icerunner.internal.lifecycle.ClosingStack;
import io.icerunner.internal.lifecycle.WorkerThreads;
import io.icerunner.internal.sql.FlightSqlEndpoint;
import io.icerunner.internal.types.TypeMappers;
import io.icerunner.spi.QueryEngine;
import java.util.concurrent.ExecutorService;
import org.apache.iceberg.catalog.Catalog;

/** Everything that is open while a server runs. */
final class RunningServer implements AutoCloseable {
  private final ClosingStack owned;
  private final FlightTransport transport;

  private RunningServer(ClosingStack owned, FlightTransport transport) {
    this.owned = owned;
    this.transport = transport;
  }

  static RunningServer start(ServerConfig config) {
    ClosingStack owned = new ClosingStack("the server");
    try {
      return open(config, owned);
    } catch (RuntimeException | Error e) {
      owned.closeAfter(e);
      throw e;
    }
  }

  private static RunningServer open(ServerConfig config, ClosingStack owned) {
    ServerParts parts = new ServerParts(config);
    Catalog catalog = parts.openCatalog(owned);
    CatalogTables tables = CatalogTables.of(config.catalogName(), catalog, false);
    QueryEngine engine = parts.openEngine(owned);
    ServerMemory memory = owned.add(ServerMemory.open(config));
    ExecutorService executor = WorkerThreads.open("icerunner-", owned);
    FlightStreamWriter streams =
        new FlightStreamWriter(memory.all(), executor, config.callMemoryLimit());
    ServerSettings settings =
        new ServerSettings(
            config.publicUri(),
            config.defaultNamespace(),
            config.createTables(),
            config.callMemoryLimit(),
            config.maxMessageBytes(),
            config.setupTimeout(),
            config.putIdleTimeout());
    ServerContext context =
        new ServerContext(
            tables,
            engine,
            TypeMappers.of(config.typeMappers()),
            memory.all(),
            executor,
            streams,
            new CancelledReads(),
            settings);
    SqlEndpoint sql = owned.add(new FlightSqlEndpoint(context));
    PlainEndpoint plain =
        new PlainEndpoint(context, HostActions.of(config.actions(), catalog), sql::unwrapTicket);
    FlightTransport transport =
        FlightTransport.listen(
            config.host(),
            config.port(),
            new IceRunnerProducer(plain, sql),
            sql,
            memory.inbound(),
            executor,
            settings);
    owned.add(
        () -> {
          if (!transport.drain(config.drainTimeout())) {
            streams.stopAll();
          }
          transport.close();
        });
    return new RunningServer(owned, transport);
  }

  int port() {
    return transport.port();
  }

  @Override
  public void close() {
    owned.close();
  }
}

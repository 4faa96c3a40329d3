package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.flight.CancelledReads;
import io.icerunner.internal.flight.FlightStreamWriter;
import io.icerunner.internal.flight.FlightTransport;
import io.icerunner.internal.flight.IceRunnerProducer;
import io.icerunner.internal.flight.PlainEndpoint;
import io.icerunner.internal.flight.ServerContext;
import io.icerunner.internal.flight.ServerSettings;
import io.icerunner.internal.types.TypeMappers;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.QueryEngineProvider;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class StatementHandlesIT {
  private static final int STATEMENTS = 2_000;

  @Test
  void closedStatementsLeaveNothingBehind() throws Exception {
    ExecutorService executor = Executors.newCachedThreadPool();
    try (InMemoryCatalog catalog = new InMemoryCatalog();
        QueryEngine engine = engine();
        BufferAllocator allocator = new RootAllocator()) {
      catalog.initialize("lake", Map.of());
      ServerContext context = context(catalog, engine, allocator, executor);
      FlightSqlEndpoint sql = new FlightSqlEndpoint(context);
      FlightTransport transport =
          FlightTransport.listen(
              "127.0.0.1",
              0,
              new IceRunnerProducer(new PlainEndpoint(context, List.of(), sql::unwrapTicket), sql),
              sql,
              allocator,
              executor,
              context.settings());
      try {
        runAndClose(transport.port());
        assertThat(sql.openStatements()).isZero();
      } finally {
        transport.close();
        executor.shutdown();
      }
    }
  }

  private static void runAndClose(int port) throws Exception {
    String url = "jdbc:arrow-flight-sql://127.0.0.1:%s/?useEncryption=false".formatted(port);
    try (Connection connection = DriverManager.getConnection(url)) {
      for (int i = 0; i < STATEMENTS; i++) {
        try (Statement statement = connection.createStatement();
            ResultSet result = statement.executeQuery("SELECT " + i)) {
          assertThat(result.next()).isTrue();
          assertThat(result.getInt(1)).isEqualTo(i);
        }
      }
    }
  }

  private static QueryEngine engine() {
    return ServiceLoader.load(QueryEngineProvider.class)
        .findFirst()
        .orElseThrow()
        .open(Map.of(), new ProviderContext("lake", StatementHandlesIT.class.getClassLoader()));
  }

  private static ServerContext context(
      InMemoryCatalog catalog,
      QueryEngine engine,
      BufferAllocator allocator,
      ExecutorService executor) {
    ServerSettings settings =
        new ServerSettings(
            null,
            Namespace.of("default"),
            true,
            1L << 30,
            64 << 20,
            Duration.ofSeconds(10),
            Duration.ofMinutes(1));
    return new ServerContext(
        CatalogTables.of("lake", catalog, false),
        engine,
        TypeMappers.of(List.of()),
        allocator,
        executor,
        new FlightStreamWriter(allocator, executor, 1L << 30),
        new CancelledReads(),
        settings);
  }
}

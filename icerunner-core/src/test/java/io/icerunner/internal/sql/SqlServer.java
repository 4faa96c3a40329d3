package io.icerunner.internal.sql;

import io.icerunner.server.IceRunnerServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.client.ClientCookieMiddleware;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.ExecuteIngestOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** A server on a fresh warehouse with a Flight SQL client, which keeps cookies. */
final class SqlServer implements AutoCloseable {
  private final BufferAllocator serverAllocator = new RootAllocator();
  private final BufferAllocator allocator = new RootAllocator();
  private final IceRunnerServer server;
  private final FlightClient flight;
  private final FlightSqlClient sql;

  SqlServer(Path warehouse) {
    this.server =
        IceRunnerServer.builder()
            .warehouse(warehouse)
            .catalogName("lake")
            .allocator(serverAllocator)
            .port(0)
            .start();
    this.flight = connect();
    this.sql = new FlightSqlClient(flight);
  }

  /** One more connection; the caller closes it. */
  FlightClient connect() {
    return FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", port()))
        .intercept(new ClientCookieMiddleware.Factory())
        .build();
  }

  int port() {
    return server.port();
  }

  FlightSqlClient sql() {
    return sql;
  }

  FlightClient flight() {
    return flight;
  }

  BufferAllocator allocator() {
    return allocator;
  }

  BufferAllocator serverAllocator() {
    return serverAllocator;
  }

  /** A result as a client sees it: the schema of the stream, and its rows as Java objects. */
  record Rows(Schema schema, List<List<@Nullable Object>> rows) {
    List<@Nullable Object> column(int index) {
      List<@Nullable Object> column = new ArrayList<>();
      rows.forEach(row -> column.add(row.get(index)));
      return column;
    }

    @Nullable Object single() {
      if (rows.size() != 1 || rows.get(0).size() != 1) {
        throw new AssertionError("Expected one value, found " + rows);
      }
      return rows.get(0).get(0);
    }
  }

  Rows query(String statement) {
    return read(sql.execute(statement));
  }

  /** Reads all endpoints. */
  Rows read(FlightInfo info, CallOption... options) {
    if (info.getEndpoints().size() != 1) {
      throw new AssertionError("Expected one endpoint, found " + info.getEndpoints());
    }
    return read(info.getEndpoints().get(0).getTicket(), options);
  }

  Rows read(Ticket ticket, CallOption... options) {
    try (FlightStream stream = flight.getStream(ticket, options)) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      Schema schema = stream.getSchema();
      while (stream.next()) {
        VectorSchemaRoot root = stream.getRoot();
        for (int row = 0; row < root.getRowCount(); row++) {
          List<@Nullable Object> cells = new ArrayList<>();
          for (FieldVector vector : root.getFieldVectors()) {
            if (vector.getValueCount() != root.getRowCount()) {
              throw new AssertionError("Value count of " + vector.getName() + " is wrong");
            }
            Object cell = vector.getObject(row);
            cells.add(cell instanceof org.apache.arrow.vector.util.Text ? cell.toString() : cell);
          }
          rows.add(cells);
        }
      }
      return new Rows(schema, rows);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Carries out an action of plain Flight, such as {@code create-table}. */
  void act(String type, String json) {
    flight
        .doAction(new Action(type, json.getBytes(StandardCharsets.UTF_8)))
        .forEachRemaining(result -> {});
  }

  long ingest(
      VectorSchemaRoot rows, String table, TableNotExistOption missing, TableExistsOption exists) {
    return ingest(rows, table, null, missing, exists);
  }

  long ingest(
      VectorSchemaRoot rows,
      String table,
      @Nullable String namespace,
      TableNotExistOption missing,
      TableExistsOption exists) {
    return sql.executeIngest(rows, options(table, namespace, missing, exists));
  }

  static ExecuteIngestOptions options(
      String table,
      @Nullable String namespace,
      TableNotExistOption missing,
      TableExistsOption exists) {
    return new ExecuteIngestOptions(
        table,
        TableDefinitionOptions.newBuilder().setIfNotExist(missing).setIfExists(exists).build(),
        null,
        namespace,
        Map.of());
  }

  @Override
  public void close() {
    try {
      sql.close();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    server.close();
    serverAllocator.close();
    allocator.close();
  }
}

package io.icerunner.register;

import io.icerunner.server.IceRunnerServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;

/** A warehouse as clients of a server see it. */
final class ServedTables implements AutoCloseable {
  private final BufferAllocator allocator = new RootAllocator();
  private final IceRunnerServer server;
  private final FlightSqlClient sql;

  ServedTables(Path warehouse) {
    server = IceRunnerServer.builder().warehouse(warehouse).port(0).start();
    sql =
        new FlightSqlClient(
            FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", server.port()))
                .build());
  }

  /** The rows of a statement, each as text with bars between values. */
  List<String> query(String statement) throws Exception {
    List<String> rows = new ArrayList<>();
    try (FlightStream stream =
        sql.getStream(sql.execute(statement).getEndpoints().get(0).getTicket())) {
      while (stream.next()) {
        for (int row = 0; row < stream.getRoot().getRowCount(); row++) {
          List<String> cells = new ArrayList<>();
          for (FieldVector vector : stream.getRoot().getFieldVectors()) {
            cells.add(String.valueOf(vector.getObject(row)));
          }
          rows.add(String.join("|", cells));
        }
      }
    }
    return rows;
  }

  @Override
  public void close() throws Exception {
    sql.close();
    server.close();
    allocator.close();
  }
}

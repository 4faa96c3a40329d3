package io.icerunner.examples;

import io.icerunner.server.IceRunnerServer;
import java.nio.file.Path;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Runs a query with Arrow's Flight SQL client. */
public final class QueryWithFlightSql {
  private QueryWithFlightSql() {}

  public static void main(String[] args) throws Exception {
    try (IceRunnerServer server =
            IceRunnerServer.builder().warehouse(Path.of(args[0])).port(0).start();
        BufferAllocator allocator = new RootAllocator();
        FlightClient client = FlightClient.builder(allocator, new Location(server.uri())).build()) {
      AppendRows.append(client, allocator, "Oslo", "Bergen", "Tromsø");

      FlightSqlClient sql = new FlightSqlClient(client);
      FlightInfo info = sql.execute("SELECT city FROM places.cities WHERE id > 0 ORDER BY id");
      for (FlightEndpoint endpoint : info.getEndpoints()) {
        try (FlightStream stream = sql.getStream(endpoint.getTicket())) {
          while (stream.next()) {
            System.out.print(stream.getRoot().contentToTSVString());
          }
        }
      }
    }
  }
}

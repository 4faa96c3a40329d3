package io.icerunner.server;

import io.icerunner.error.IceRunnerException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.SyncPutListener;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** A program that embeds a server, puts ten rows and reads them. */
final class ServerProgram {
  private ServerProgram() {}

  public static void main(String[] arguments) throws Exception {
    try (IceRunnerServer server =
        IceRunnerServer.builder().warehouse(Path.of(arguments[0])).port(0).start()) {
      System.out.println("ROWS " + rows(server.port()));
    } catch (IceRunnerException e) {
      System.out.println("FAILED " + e.getMessage());
    }
  }

  private static int rows(int port) throws Exception {
    try (RootAllocator allocator = new RootAllocator();
        FlightClient client =
            FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", port)).build();
        VectorSchemaRoot root = VectorSchemaRoot.create(TestServer.SCHEMA, allocator)) {
      TestServer.fill(root, 0, 10);
      try (SyncPutListener results = new SyncPutListener()) {
        FlightClient.ClientStreamListener writer =
            client.startPut(FlightDescriptor.path("t"), root, results);
        writer.putNext();
        writer.completed();
        writer.getResult();
      }
      int rows = 0;
      try (FlightStream stream =
          client.getStream(new Ticket("t".getBytes(StandardCharsets.UTF_8)))) {
        while (stream.next()) {
          rows += stream.getRoot().getRowCount();
        }
      }
      return rows;
    }
  }
}

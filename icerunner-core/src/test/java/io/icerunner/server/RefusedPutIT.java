package io.icerunner.server;

import static io.icerunner.server.TestServer.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client that goes on sending after its put was refused. */
@Timeout(120)
class RefusedPutIT {
  @Test
  void aPutToATableThatMayNotBeMadeEndsHoweverMuchIsSent(@TempDir Path warehouse) throws Exception {
    try (TestServer server = TestServer.start(warehouse, builder -> builder.createTables(false));
        VectorSchemaRoot root = VectorSchemaRoot.create(TestServer.SCHEMA, server.allocator)) {
      FlightClient.ClientStreamListener writer =
          server.client.startPut(
              FlightDescriptor.path("unknown"), root, TestServer.listener(bytes -> {}));
      sendUntilRefused(writer, root);

      assertFails(writer::getResult, FlightStatusCode.NOT_FOUND, "unknown");
      assertThat(server.dataFiles()).isEmpty();
      assertFails(() -> server.get("unknown"), FlightStatusCode.NOT_FOUND, "unknown");
      server.awaitNoMemory();
    }
  }

  private static void sendUntilRefused(
      FlightClient.ClientStreamListener writer, VectorSchemaRoot root) {
    try {
      for (int batch = 0; batch < 10_000; batch++) {
        root.allocateNew();
        TestServer.fill(root, batch * 100L, 100);
        writer.putNext();
      }
      writer.completed();
    } catch (FlightRuntimeException | IllegalStateException e) {
      // The call is over before all is sent, as it should be; getResult tells why.
    }
  }
}

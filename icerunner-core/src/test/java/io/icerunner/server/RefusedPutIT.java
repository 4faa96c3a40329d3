package io.icerunner.server;

import static io.icerunner.server.TestServer.assertFails;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.junit.jupiter.api.RepeatedTest;
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

  @RepeatedTest(50)
  void aServerThatIsClosedRightAfterAMalformedPutLeavesNothing(@TempDir Path warehouse)
      throws Exception {
    try (TestServer server = TestServer.start(warehouse)) {
      List<Flight.FlightData> messages = new ArrayList<>(messages(server));
      messages.add(messages.get(0));
      RawPut.Answer answer =
          RawPut.send(server.server.port(), List.of("malformed"), messages, false);
      assertThatCode(server.server::close).doesNotThrowAnyException();
      assertThat(answer.status().getDescription()).contains("a second schema");
      assertThat(server.serverMemory.getAllocatedMemory()).isZero();
      assertThat(server.dataFiles()).isEmpty();
    }
  }

  private static List<Flight.FlightData> messages(TestServer server) throws IOException {
    ByteArrayOutputStream ipc = new ByteArrayOutputStream();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(TestServer.SCHEMA, server.allocator);
        ArrowStreamWriter writer = new ArrowStreamWriter(root, null, Channels.newChannel(ipc))) {
      for (int batch = 0; batch < 5; batch++) {
        TestServer.fill(root, batch * 20_000L, 20_000);
        writer.writeBatch();
      }
    }
    return RawPut.messages(ipc.toByteArray());
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

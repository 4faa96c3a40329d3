package io.icerunner.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.vector.VarCharVector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Readers that stop reading cost a bounded amount, and huge rows come out whole. */
@Timeout(600)
class SlowReadersIT {
  private static final int READERS = 20;
  private static final long MEMORY = 256L << 20;
  private static final Duration PAUSE =
      Boolean.getBoolean("icerunner.test.long") ? Duration.ofMinutes(2) : Duration.ofSeconds(3);

  @TempDir Path warehouse;

  private static Ticket ticket(String text) {
    return new Ticket(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void twentyReadersThatStopReadingLeaveTheServerItsMemory() throws Exception {
    try (TestServer server =
        TestServer.start(
            warehouse, builder -> builder.memoryLimit(MEMORY).callMemoryLimit(MEMORY))) {
      server.put("big", 0, 20_000, 20_000);
      String endless = "select a.id, a.name, b.name as other from big a, big b";
      List<FlightClient> clients = new ArrayList<>();
      List<FlightStream> streams = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        FlightClient client = server.newClient();
        clients.add(client);
        FlightStream stream = client.getStream(ticket(endless));
        streams.add(stream);
        assertThat(stream.next()).isTrue();
      }

      long end = System.nanoTime() + PAUSE.toNanos();
      long others = 0;
      while (System.nanoTime() < end) {
        assertThat(server.serverMemory.getAllocatedMemory()).isLessThan(MEMORY);
        assertThat(server.get("select count(*) from big")).containsExactly("20000");
        others++;
        LockSupport.parkNanos(20_000_000);
      }

      assertThat(others).isPositive();
      for (FlightStream stream : streams) {
        assertThat(stream.next()).isTrue();
        stream.cancel("enough", null);
        stream.close();
      }
      for (FlightClient client : clients) {
        client.close();
      }
      server.awaitNoMemory();
    }
  }

  @Test
  void aTextOf50MegabytesComesOutWhole() throws Exception {
    int length = 50 << 20;
    byte[] text = "x".repeat(length).getBytes(StandardCharsets.US_ASCII);
    try (TestServer server = TestServer.start(warehouse)) {
      server.putRoot(
          FlightDescriptor.path("t"),
          TestServer.SCHEMA,
          batch -> batch == 0 ? 3 : -1,
          (root, batch) -> {
            TestServer.fill(root, 1, 3);
            ((VarCharVector) root.getVector("name")).setSafe(2, text);
            root.setRowCount(3);
          });
      for (String read : List.of("t", "select * from t order by id")) {
        List<Integer> lengths = new ArrayList<>();
        try (FlightStream stream = server.client.getStream(ticket(read))) {
          while (stream.next()) {
            VarCharVector names = (VarCharVector) stream.getRoot().getVector("name");
            for (int row = 0; row < stream.getRoot().getRowCount(); row++) {
              lengths.add(names.getValueLength(row));
            }
          }
        }
        assertThat(lengths).containsExactly(2, 2, length);
      }
    }
  }
}

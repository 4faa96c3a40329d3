package io.icerunner.server;

import static io.icerunner.server.TestServer.assertFails;
import static io.icerunner.server.TestServer.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelFlightInfoResult;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.RenewFlightEndpointRequest;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.Ticket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streams that are slow, given up, cancelled or late. */
class StreamIT {
  /** Gives rows for as long as anybody would wait. */
  private static final String ENDLESS =
      "select a.id, b.name, repeat('x', 100) as text from big a, big b";

  /** Computes for as long as anybody would wait before its only row. */
  private static final String THINKING =
      "select sum(sqrt(a.id + b.id + c.id + d.id)) from big a, big b, big c, big d";

  @TempDir Path warehouse;
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start(warehouse);
    server.put("big", 0, 20_000, 20_000);
    server.awaitNoMemory();
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.close();
  }

  private static Ticket ticket(String text) {
    return new Ticket(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void fiveHundredStreamsThatAreGivenUpLeaveNothing() throws Exception {
    for (int i = 0; i < 500; i++) {
      FlightStream stream = server.client.getStream(ticket(ENDLESS));
      if (i % 2 == 0) {
        assertThat(stream.next()).isTrue();
      }
      stream.cancel("enough", null);
      stream.close();
    }
    server.awaitNoMemory();
    assertThat(server.get("select count(*) from big")).containsExactly("20000");
  }

  @Test
  void aSlowReaderHoldsABoundedNumberOfBatches() throws Exception {
    try (FlightStream stream = server.client.getStream(ticket(ENDLESS))) {
      assertThat(stream.next()).isTrue();
      await(() -> server.serverMemory.getAllocatedMemory() > 0);
      long deadline = System.nanoTime() + Duration.ofMillis(1500).toNanos();
      while (System.nanoTime() < deadline) {
        assertThat(server.serverMemory.getAllocatedMemory()).isLessThan(64L << 20);
        java.util.concurrent.locks.LockSupport.parkNanos(10_000_000);
      }
      assertThat(server.count("select id from big limit 10")).isEqualTo(10);
      stream.cancel("enough", null);
    }
    server.awaitNoMemory();
  }

  @Test
  void aDeadlineStopsTheWork() {
    long start = System.nanoTime();
    try (FlightStream stream =
        server.client.getStream(ticket(THINKING), CallOptions.timeout(1, TimeUnit.SECONDS))) {
      stream.next();
      throw new AssertionError("the statement cannot have ended");
    } catch (FlightRuntimeException e) {
      assertThat(e.status().code()).isEqualTo(FlightStatusCode.TIMED_OUT);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    server.awaitNoMemory();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(30));
  }

  @Test
  void aClientThatVanishesStopsTheWork() throws Exception {
    FlightClient vanishing = server.newClient();
    FlightStream stream = vanishing.getStream(ticket(ENDLESS));
    assertThat(stream.next()).isTrue();
    stream.cancel("gone", null);
    stream.close();
    vanishing.close();
    server.awaitNoMemory();
  }

  @Test
  void cancelFlightInfoStopsTheStreamAndKillsTheTicket() throws Exception {
    FlightInfo info =
        server.client.getInfo(FlightDescriptor.command(THINKING.getBytes(StandardCharsets.UTF_8)));
    Ticket ticket = info.getEndpoints().get(0).getTicket();
    try (FlightStream stream = server.client.getStream(ticket)) {
      assertThat(stream.getSchema().getFields()).hasSize(1);
      assertThat(cancel(info)).isEqualTo(CancelStatus.CANCELLED);
      assertFails(stream::next, FlightStatusCode.CANCELLED, "was cancelled");
    }
    assertFails(() -> server.get(ticket), FlightStatusCode.CANCELLED, "was cancelled");
    assertThat(cancel(info)).isEqualTo(CancelStatus.NOT_CANCELLABLE);
    assertFails(
        () -> act("RenewFlightEndpoint", renewal(info)),
        FlightStatusCode.INVALID_ARGUMENT,
        "was cancelled");
    server.awaitNoMemory();
  }

  private static ByteBuffer renewal(FlightInfo info) {
    return new RenewFlightEndpointRequest(info.getEndpoints().get(0)).serialize();
  }

  private CancelStatus cancel(FlightInfo info) throws Exception {
    ByteBuffer body = new CancelFlightInfoRequest(info).serialize();
    return CancelFlightInfoResult.deserialize(ByteBuffer.wrap(act("CancelFlightInfo", body).get(0)))
        .getStatus();
  }

  private List<byte[]> act(String action, ByteBuffer body) {
    byte[] bytes = new byte[body.remaining()];
    body.get(bytes);
    List<byte[]> results = new ArrayList<>();
    for (var each = server.client.doAction(new Action(action, bytes)); each.hasNext(); ) {
      Result result = each.next();
      results.add(result.getBody());
    }
    return results;
  }

  @Test
  void anEndpointThatLivesIsRenewed() throws Exception {
    FlightInfo info = server.client.getInfo(FlightDescriptor.path("big"));
    assertThat(act("RenewFlightEndpoint", renewal(info))).hasSize(1);
    assertFails(
        () -> act("CancelFlightInfo", ByteBuffer.wrap(new byte[] {1, 2, 3})),
        FlightStatusCode.INVALID_ARGUMENT,
        "CancelFlightInfo");
  }

  @Test
  void closingTheServerEndsStreams() throws Exception {
    try (FlightStream stream = server.client.getStream(ticket(ENDLESS))) {
      assertThat(stream.next()).isTrue();
      long start = System.nanoTime();
      Thread closing = new Thread(server.server::close);
      closing.start();
      assertFails(
          () -> {
            while (stream.next()) {
              assertThat(Duration.ofNanos(System.nanoTime() - start))
                  .isLessThan(Duration.ofSeconds(60));
            }
          },
          FlightStatusCode.CANCELLED,
          "the server is closing");
      closing.join();
      server.server.awaitTermination();
    }
    server.awaitNoMemory();
  }

  @Test
  void anExchangeIsRefusedAtOnce() {
    try (FlightClient.ExchangeReaderWriter exchange =
        server.client.doExchange(FlightDescriptor.path("big"))) {
      assertFails(() -> exchange.getReader().next(), FlightStatusCode.UNIMPLEMENTED, "use DoPut");
    } catch (FlightRuntimeException e) {
      assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNIMPLEMENTED);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    server.awaitNoMemory();
  }

  @Test
  void everyActionIsListedWithADescription() {
    List<String> names = new ArrayList<>();
    for (ActionType type : server.client.listActions()) {
      names.add(type.getType());
      assertThat(type.getDescription()).isNotBlank();
    }
    assertThat(names)
        .contains(
            "create-table",
            "drop-table",
            "rename-table",
            "create-namespace",
            "drop-namespace",
            "snapshots",
            "CancelFlightInfo",
            "RenewFlightEndpoint",
            "CreatePreparedStatement")
        .doesNotHaveDuplicates();
  }
}

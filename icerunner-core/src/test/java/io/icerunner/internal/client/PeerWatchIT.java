package io.icerunner.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.fixture.ServerMemory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.FlightServer;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PeerWatchIT {
  private static final Schema SCHEMA =
      new Schema(java.util.List.of(Field.nullable("id", new ArrowType.Int(64, true))));
  private static final Ticket TICKET = new Ticket("t".getBytes(StandardCharsets.UTF_8));
  private static final PeerWatch.Patience SHORT =
      new PeerWatch.Patience(Duration.ofMillis(100), Duration.ofMillis(1500));

  private final BufferAllocator serverMemory = new RootAllocator();
  private final BufferAllocator allocator = new RootAllocator();
  private final Semaphore mayGoOn = new Semaphore(0);
  private final Semaphore mayGoOnLater = new Semaphore(0);
  private FlightServer server;
  private StallingProxy proxy;
  private FlightPeer peer;

  @BeforeEach
  void start() throws IOException {
    server =
        FlightServer.builder(
                serverMemory, Location.forGrpcInsecure("127.0.0.1", 0), new TwoBatches())
            .build()
            .start();
    proxy = new StallingProxy(server.getPort());
    FlightUri uri = FlightUri.parse("grpc://127.0.0.1:" + proxy.port());
    peer = new FlightPeer(ConnectionSettings.of(uri), uri, SHORT, allocator);
  }

  @AfterEach
  void stop() throws InterruptedException, IOException {
    mayGoOn.release(100);
    peer.close();
    proxy.close();
    server.close();
    ServerMemory.close(serverMemory);
    allocator.close();
  }

  /** Sends a batch, and another one when it may go on. */
  private final class TwoBatches extends NoOpFlightProducer {
    @Override
    public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
      try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, serverMemory)) {
        listener.start(root);
        ((BigIntVector) root.getVector(0)).setSafe(0, 1);
        root.setRowCount(1);
        listener.putNext();
        mayGoOn.acquireUninterruptibly();
        listener.putNext();
        listener.completed();
      }
    }
  }

  @Test
  void waitsForAServerThatIsThereAndSilent() throws InterruptedException {
    try (RemoteStream stream = peer.stream("read", TICKET, allocator)) {
      assertThat(stream.next()).isTrue();
      // Twice as long as it takes to find out that nobody answers.
      assertThat(mayGoOnLater.tryAcquire(3200, TimeUnit.MILLISECONDS)).isFalse();
      mayGoOn.release();
      assertThat(stream.next()).isTrue();
      assertThat(stream.next()).isFalse();
    }
  }

  @Test
  void endsWhatWaitsForAServerThatNoLongerAnswersAndConnectsAnew() {
    try (RemoteStream stream = peer.stream("read table t", TICKET, allocator)) {
      assertThat(stream.next()).isTrue();
      proxy.stall();
      assertUnavailable(
          stream::next, "Cannot read table t", "the server did not answer for too long");
    }
    mayGoOn.release(2);
    try (RemoteStream stream = peer.stream("read table t", TICKET, allocator)) {
      assertThat(stream.next()).isTrue();
    }
  }

  @Test
  void endsWhatWaitsForAServerThatTakesConnectionsAndSaysNothing() throws IOException {
    try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      FlightUri uri = FlightUri.parse("grpc://127.0.0.1:" + mute.getLocalPort());
      FlightPeer other = new FlightPeer(ConnectionSettings.of(uri), uri, SHORT, allocator);
      assertUnavailable(
          () ->
              other.call(
                  "list actions",
                  (client, options) -> client.listActions(options).iterator().hasNext()),
          "Cannot list actions");
      other.close();
    }
  }

  @Test
  void failsAsUnavailableWhenTheConnectionIsCut() throws IOException {
    try (RemoteStream stream = peer.stream("read table t", TICKET, allocator)) {
      assertThat(stream.next()).isTrue();
      proxy.cut();
      assertUnavailable(stream::next, "Cannot read table t");
    }
  }

  private static void assertUnavailable(Runnable call, String... texts) {
    assertThatThrownBy(call::run)
        .hasMessageContainingAll(texts)
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
  }
}

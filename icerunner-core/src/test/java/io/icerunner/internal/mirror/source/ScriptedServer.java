package io.icerunner.internal.mirror.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.fixture.ServerMemory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
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

/** A server that gives the descriptions and streams that a test has put into it. */
final class ScriptedServer implements AutoCloseable {
  static final Schema SCHEMA =
      new Schema(List.of(Field.nullable("id", new ArrowType.Int(64, true))));

  /** Sends what a ticket stands for. */
  interface Script {
    void send(BufferAllocator allocator, NoOpFlightProducer.ServerStreamListener listener)
        throws Exception;
  }

  final Map<FlightDescriptor, FlightInfo> infos = new ConcurrentHashMap<>();
  final Map<String, Script> streams = new ConcurrentHashMap<>();
  final List<FlightInfo> listed = new CopyOnWriteArrayList<>();
  final List<String> asked = new CopyOnWriteArrayList<>();
  private final BufferAllocator allocator = new RootAllocator();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final FlightServer server;

  private ScriptedServer(Location location, UnaryOperator<FlightServer.Builder> setup)
      throws IOException {
    server =
        setup
            .apply(FlightServer.builder(allocator, location, new Producer()).executor(executor))
            .build()
            .start();
  }

  static ScriptedServer start() throws IOException {
    return start(Location.forGrpcInsecure("127.0.0.1", 0), UnaryOperator.identity());
  }

  static ScriptedServer start(Location location, UnaryOperator<FlightServer.Builder> setup)
      throws IOException {
    return new ScriptedServer(location, setup);
  }

  int port() {
    return server.getPort();
  }

  Location location() {
    return Location.forGrpcInsecure("127.0.0.1", port());
  }

  String uri() {
    return "grpc://127.0.0.1:" + port();
  }

  /** A table with so many announced rows, by path. */
  FlightInfo table(String name, long records, FlightEndpoint... endpoints) {
    return table(name, records, false, endpoints);
  }

  FlightInfo table(String name, long records, boolean ordered, FlightEndpoint... endpoints) {
    FlightDescriptor descriptor = FlightDescriptor.path(name.split("\\."));
    FlightInfo info =
        FlightInfo.builder(SCHEMA, descriptor, List.of(endpoints))
            .setRecords(records)
            .setOrdered(ordered)
            .build();
    infos.put(descriptor, info);
    return info;
  }

  /** A stream of batches of ten rows each, with ids from a start on; gives its endpoint. */
  FlightEndpoint rows(String ticket, long start, int batches, Location... locations) {
    streams.put(ticket, (memory, listener) -> send(memory, listener, start, batches));
    return new FlightEndpoint(ticket(ticket), locations);
  }

  static Ticket ticket(String text) {
    return new Ticket(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Sends and ends. */
  static void send(
      BufferAllocator memory,
      NoOpFlightProducer.ServerStreamListener listener,
      long start,
      int batches) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, memory)) {
      listener.start(root);
      sendBatches(root, listener, start, batches);
      listener.completed();
    }
  }

  static void sendBatches(
      VectorSchemaRoot root,
      NoOpFlightProducer.ServerStreamListener listener,
      long start,
      int batches) {
    for (int batch = 0; batch < batches; batch++) {
      root.allocateNew();
      BigIntVector ids = (BigIntVector) root.getVector(0);
      for (int row = 0; row < 10; row++) {
        ids.setSafe(row, start + batch * 10L + row);
      }
      root.setRowCount(10);
      listener.putNext();
    }
  }

  private final class Producer extends NoOpFlightProducer {
    @Override
    public void listFlights(
        CallContext context, Criteria criteria, StreamListener<FlightInfo> listener) {
      listed.forEach(listener::onNext);
      listener.onCompleted();
    }

    @Override
    public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
      FlightInfo info = infos.get(descriptor);
      asked.add(descriptor.isCommand() ? "command" : "path " + descriptor.getPath());
      if (info == null) {
        throw CallStatus.NOT_FOUND.withDescription("no such flight").toRuntimeException();
      }
      return info;
    }

    @Override
    public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
      String text = new String(ticket.getBytes(), StandardCharsets.UTF_8);
      asked.add("ticket " + text);
      Script script = streams.get(text);
      if (script == null) {
        listener.error(CallStatus.NOT_FOUND.withDescription("no such ticket").toRuntimeException());
        return;
      }
      try {
        script.send(allocator, listener);
      } catch (Exception e) {
        listener.error(CallStatus.INTERNAL.withDescription("script: " + e).toRuntimeException());
      }
    }
  }

  /** The ids of all rows. */
  static List<Long> ids(BatchStream stream) {
    List<Long> ids = new ArrayList<>();
    while (stream.next()) {
      BigIntVector vector = (BigIntVector) stream.batch().getVector("id");
      for (int row = 0; row < stream.batch().getRowCount(); row++) {
        ids.add(vector.get(row));
      }
    }
    return ids;
  }

  @Override
  public void close() throws InterruptedException {
    server.close();
    executor.shutdownNow();
    assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    ServerMemory.close(allocator);
  }
}

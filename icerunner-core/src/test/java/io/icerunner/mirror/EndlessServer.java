package io.icerunner.mirror;

import io.icerunner.fixture.ServerMemory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.arrow.flight.BackpressureStrategy;
import org.apache.arrow.flight.BackpressureStrategy.WaitResult;
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
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** A server whose tables are named by their size in MiB, in batches of one MiB. */
final class EndlessServer implements AutoCloseable {
  static final int BATCH_ROWS = 16 << 10;
  private static final int COLUMNS = 8;
  private static final int DIFFERENT_BATCHES = 16;
  private static final int DIFFERENT_VALUES = 4_000;
  private static final Schema SCHEMA = schema();

  private final BufferAllocator allocator = new RootAllocator();
  private final Producer producer = new Producer(allocator);
  private final FlightServer server =
      FlightServer.builder(allocator, Location.forGrpcInsecure("127.0.0.1", 0), producer).build();

  static EndlessServer start() throws Exception {
    EndlessServer server = new EndlessServer();
    server.server.start();
    return server;
  }

  private static Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < COLUMNS; i++) {
      fields.add(Field.nullable("c" + i, new ArrowType.Int(64, true)));
    }
    return new Schema(fields);
  }

  int port() {
    return server.getPort();
  }

  @Override
  public void close() throws Exception {
    server.close();
    producer.close();
    ServerMemory.close(allocator);
  }

  private static final class Producer extends NoOpFlightProducer implements AutoCloseable {
    private final BufferAllocator allocator;
    private final List<ArrowRecordBatch> batches = new ArrayList<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();

    Producer(BufferAllocator allocator) {
      this.allocator = allocator;
      Random random = new Random(1);
      try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
        for (int i = 0; i < DIFFERENT_BATCHES; i++) {
          root.allocateNew();
          root.getFieldVectors().forEach(vector -> fill(vector, random));
          root.setRowCount(BATCH_ROWS);
          batches.add(new VectorUnloader(root).getRecordBatch());
        }
      }
    }

    private static void fill(FieldVector vector, Random random) {
      for (int i = 0; i < BATCH_ROWS; i++) {
        ((BigIntVector) vector).setSafe(i, random.nextInt(DIFFERENT_VALUES));
      }
    }

    @Override
    public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
      String name = descriptor.getPath().get(0);
      return new FlightInfo(
          SCHEMA,
          descriptor,
          List.of(new FlightEndpoint(new Ticket(name.getBytes(StandardCharsets.UTF_8)))),
          -1,
          Long.parseLong(name) * BATCH_ROWS);
    }

    /** In a thread of its own: that of the call is told when the client is ready for more. */
    @Override
    public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
      int count = Integer.parseInt(new String(ticket.getBytes(), StandardCharsets.UTF_8));
      BackpressureStrategy pace = new BackpressureStrategy.CallbackBackpressureStrategy();
      pace.register(listener);
      threads.execute(() -> stream(count, pace, listener));
    }

    private void stream(int count, BackpressureStrategy pace, ServerStreamListener listener) {
      try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
        listener.start(root);
        for (int i = 0; i < count && pace.waitForListener(0) == WaitResult.READY; i++) {
          new VectorLoader(root).load(batches.get(i % DIFFERENT_BATCHES));
          listener.putNext();
        }
        listener.completed();
      }
    }

    @Override
    public void close() {
      threads.shutdown();
      batches.forEach(ArrowRecordBatch::close);
    }
  }
}

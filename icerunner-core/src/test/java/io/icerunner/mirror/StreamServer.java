package io.icerunner.mirror;

import io.icerunner.fixture.ServerMemory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
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
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * A server that gives other rows each time it is read: {@value #ROWS} that carry the name of the
 * read.
 */
final class StreamServer implements AutoCloseable {
  static final int ROWS = 100;
  private static final int BATCH_ROWS = 25;
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("read", ArrowType.Utf8.INSTANCE),
              Field.nullable("row", new ArrowType.Int(64, true))));

  private final BufferAllocator allocator = new RootAllocator();
  private final FlightServer server;

  private StreamServer(int port, Runnable onBatch) {
    this.server =
        FlightServer.builder(
                allocator,
                Location.forGrpcInsecure("127.0.0.1", port),
                new Producer(allocator, onBatch))
            .build();
  }

  /**
   * Starts one.
   *
   * @param onBatch called before each batch but the first of a stream
   */
  static StreamServer start(int port, Runnable onBatch) throws Exception {
    StreamServer server = new StreamServer(port, onBatch);
    server.server.start();
    return server;
  }

  int port() {
    return server.getPort();
  }

  @Override
  public void close() throws Exception {
    server.close();
    ServerMemory.close(allocator);
  }

  private static final class Producer extends NoOpFlightProducer {
    private final BufferAllocator allocator;
    private final Runnable onBatch;

    Producer(BufferAllocator allocator, Runnable onBatch) {
      this.allocator = allocator;
      this.onBatch = onBatch;
    }

    @Override
    public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
      Ticket ticket =
          new Ticket(String.join(".", descriptor.getPath()).getBytes(StandardCharsets.UTF_8));
      return new FlightInfo(SCHEMA, descriptor, List.of(new FlightEndpoint(ticket)), -1, ROWS);
    }

    @Override
    public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
      String read = UUID.randomUUID().toString();
      try (VectorSchemaRoot root = VectorSchemaRoot.create(SCHEMA, allocator)) {
        listener.start(root);
        for (int from = 0; from < ROWS && !listener.isCancelled(); from += BATCH_ROWS) {
          if (from > 0) {
            onBatch.run();
          }
          fill(root, read, from);
          listener.putNext();
        }
        listener.completed();
      }
    }

    private static void fill(VectorSchemaRoot root, String read, int from) {
      root.allocateNew();
      for (int i = 0; i < BATCH_ROWS; i++) {
        ((VarCharVector) root.getVector(0)).setSafe(i, read.getBytes(StandardCharsets.UTF_8));
        ((BigIntVector) root.getVector(1)).setSafe(i, from + i);
      }
      root.setRowCount(BATCH_ROWS);
    }
  }
}

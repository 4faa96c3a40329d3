package io.icerunner.benchmarks.mirror;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.AsyncPutListener;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/** What anybody does with a Flight server: gets a table, and puts batches. */
final class PlainClient implements AutoCloseable {
  private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final BufferAllocator allocator;
  private final FlightClient client;

  /**
   * @param allocator of batches; stays the caller's
   */
  PlainClient(String uri, BufferAllocator allocator) {
    URI address = URI.create(uri);
    this.allocator = allocator;
    this.client =
        FlightClient.builder(
                allocator, Location.forGrpcInsecure(address.getHost(), address.getPort()))
            .build();
  }

  /** Reads all rows and forgets them; how many bytes they had. */
  long get(String table) throws Exception {
    long[] bytes = {0};
    get(table, batch -> bytes[0] += bytes(batch));
    return bytes[0];
  }

  /**
   * Reads all rows.
   *
   * @param batches gets each batch, which is valid until it returns
   */
  void get(String table, Consumer<VectorSchemaRoot> batches) throws Exception {
    for (FlightEndpoint endpoint : client.getInfo(FlightDescriptor.path(table)).getEndpoints()) {
      try (FlightStream stream = client.getStream(endpoint.getTicket())) {
        while (stream.next()) {
          batches.accept(stream.getRoot());
        }
      }
    }
  }

  static long bytes(VectorSchemaRoot batch) {
    return batch.getFieldVectors().stream().mapToLong(FieldVector::getBufferSize).sum();
  }

  /** Appends batches of {@link BenchRows} to a table, which is made if it is missing. */
  void put(String table, List<ArrowRecordBatch> batches) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(BenchRows.SCHEMA, allocator)) {
      VectorLoader loader = new VectorLoader(root);
      FlightClient.ClientStreamListener stream = start(table, root);
      for (ArrowRecordBatch batch : batches) {
        loader.load(batch);
        putNext(stream);
      }
      end(stream);
    }
  }

  /** Appends made rows. */
  void putRows(String table, long first, long count, int rowsPerBatch) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(BenchRows.SCHEMA, allocator)) {
      FlightClient.ClientStreamListener stream = start(table, root);
      for (long done = 0; done < count; done += rowsPerBatch) {
        root.allocateNew();
        BenchRows.fill(root, first + done, (int) Math.min(rowsPerBatch, count - done));
        putNext(stream);
      }
      end(stream);
    }
  }

  private FlightClient.ClientStreamListener start(String table, VectorSchemaRoot root) {
    return client.startPut(FlightDescriptor.path(table), root, new AsyncPutListener());
  }

  /** Without this the client would wait by spinning. */
  private static void putNext(FlightClient.ClientStreamListener stream) {
    while (!stream.isReady()) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
    stream.putNext();
  }

  private static void end(FlightClient.ClientStreamListener stream) {
    stream.completed();
    stream.getResult();
  }

  /** Drops a table with its files. */
  void drop(String table) {
    byte[] body =
        "{\"table\": \"%s\", \"purge\": true}".formatted(table).getBytes(StandardCharsets.UTF_8);
    client.doAction(new Action("drop-table", body)).forEachRemaining(result -> {});
  }

  @Override
  public void close() throws InterruptedException {
    client.close();
  }
}

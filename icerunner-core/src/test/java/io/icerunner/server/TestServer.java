package io.icerunner.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.icerunner.fixture.StreamText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.AsyncPutListener;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/** A server on a warehouse of its own with a client; closing it fails if either leaks memory. */
final class TestServer implements AutoCloseable {
  static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.nullable("id", new ArrowType.Int(64, true)),
              Field.nullable("name", ArrowType.Utf8.INSTANCE)));

  private static final JsonMapper JSON = new JsonMapper();

  final Path warehouse;
  final BufferAllocator serverMemory = new RootAllocator();
  final BufferAllocator allocator = new RootAllocator();
  final IceRunnerServer server;
  final FlightClient client;

  private TestServer(Path warehouse, UnaryOperator<IceRunnerServerBuilder> setup) {
    this.warehouse = warehouse;
    this.server =
        setup
            .apply(
                IceRunnerServer.builder()
                    .warehouse(warehouse)
                    .port(0)
                    .allocator(serverMemory)
                    .drainTimeout(Duration.ofSeconds(2)))
            .start();
    this.client = newClient();
  }

  static TestServer start(Path warehouse) {
    return start(warehouse, UnaryOperator.identity());
  }

  static TestServer start(Path warehouse, UnaryOperator<IceRunnerServerBuilder> setup) {
    IceRunnerServer.builder();
    return new TestServer(warehouse, setup);
  }

  FlightClient newClient() {
    return FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", server.port()))
        .maxInboundMessageSize(128 << 20)
        .build();
  }

  /** Puts so many rows (id from a start, name "n" + id; every seventh name null) in batches. */
  JsonNode put(String table, long start, int rows, int batchRows) {
    return put(FlightDescriptor.path(table.split("\\.")), start, rows, batchRows);
  }

  JsonNode put(FlightDescriptor descriptor, long start, int rows, int batchRows) {
    return putRoot(
        descriptor,
        SCHEMA,
        batch -> {
          int from = batch * batchRows;
          return from >= rows ? -1 : Math.min(batchRows, rows - from);
        },
        (root, batch) -> fill(root, start + (long) batch * batchRows, root.getRowCount()));
  }

  /** Rows of each batch; negative at the end. */
  interface BatchSizes {
    int rows(int batch);
  }

  /** Fills a root whose row count says how many rows are wanted. */
  interface Filler {
    void fill(VectorSchemaRoot root, int batch);
  }

  /** Puts batches and gives the last acknowledgement. */
  JsonNode putRoot(FlightDescriptor descriptor, Schema schema, BatchSizes sizes, Filler filler) {
    List<JsonNode> results = new ArrayList<>();
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      FlightClient.ClientStreamListener writer =
          client.startPut(descriptor, root, listener(bytes -> results.add(json(bytes))));
      for (int batch = 0; sizes.rows(batch) >= 0; batch++) {
        root.allocateNew();
        root.setRowCount(sizes.rows(batch));
        filler.fill(root, batch);
        writer.putNext();
      }
      writer.completed();
      writer.getResult();
    }
    assertThat(results).hasSize(1);
    return results.get(0);
  }

  static AsyncPutListener listener(Consumer<byte[]> onResult) {
    return new AsyncPutListener() {
      @Override
      public void onNext(PutResult result) {
        byte[] bytes = new byte[(int) result.getApplicationMetadata().readableBytes()];
        result.getApplicationMetadata().getBytes(0, bytes);
        onResult.accept(bytes);
      }
    };
  }

  static void fill(VectorSchemaRoot root, long start, int rows) {
    BigIntVector ids = (BigIntVector) root.getVector("id");
    VarCharVector names = (VarCharVector) root.getVector("name");
    for (int i = 0; i < rows; i++) {
      ids.setSafe(i, start + i);
      if ((start + i) % 7 != 0) {
        names.setSafe(i, ("n" + (start + i)).getBytes(StandardCharsets.UTF_8));
      }
    }
    root.setRowCount(rows);
  }

  /** Rows as text, in the order of the stream. */
  List<String> get(String ticket) {
    return get(new Ticket(ticket.getBytes(StandardCharsets.UTF_8)));
  }

  List<String> get(Ticket ticket) {
    List<String> rows = new ArrayList<>();
    try (FlightStream stream = client.getStream(ticket)) {
      rows.addAll(StreamText.rows(stream));
    } catch (FlightRuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return rows;
  }

  /** Appends ids and gives the snapshot. */
  long append(String table, long start, int rows) {
    return put(table, start, rows, rows).get("snapshot-id").longValue();
  }

  /** The one answer of the action that tells what happened to a table. */
  JsonNode changes(String body) {
    List<JsonNode> results = act("changes", body);
    assertThat(results).hasSize(1);
    return results.get(0);
  }

  long count(String ticket) {
    return get(ticket).size();
  }

  List<JsonNode> act(String action, String body) {
    List<JsonNode> results = new ArrayList<>();
    client
        .doAction(new Action(action, body.getBytes(StandardCharsets.UTF_8)))
        .forEachRemaining(result -> results.add(json(result.getBody())));
    return results;
  }

  static JsonNode json(byte[] bytes) {
    try {
      return JSON.readTree(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The data files that are in the warehouse, committed or not. */
  List<Path> dataFiles() {
    try (Stream<Path> files = Files.walk(warehouse)) {
      return files.filter(path -> path.toString().endsWith(".parquet")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the server holds no Arrow memory. */
  void awaitNoMemory() {
    await(() -> serverMemory.getAllocatedMemory() == 0);
  }

  /** Waits until a condition holds, for ten seconds. */
  static void await(java.util.function.BooleanSupplier condition) {
    long deadline = System.nanoTime() + Duration.ofSeconds(10).toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("still waiting").isLessThan(deadline);
      java.util.concurrent.locks.LockSupport.parkNanos(5_000_000);
    }
  }

  /** Asserts that a call fails with a status and a message that holds these texts. */
  static void assertFails(Runnable call, FlightStatusCode code, String... texts) {
    FlightRuntimeException error =
        org.assertj.core.api.Assertions.catchThrowableOfType(
            FlightRuntimeException.class, call::run);
    assertThat(error).isNotNull();
    assertThat(error.status().description()).contains(texts);
    assertThat(error.status().code()).isEqualTo(code);
  }

  @Override
  public void close() throws InterruptedException {
    client.close();
    server.close();
    awaitNoMemory();
    serverMemory.close();
    allocator.close();
  }
}

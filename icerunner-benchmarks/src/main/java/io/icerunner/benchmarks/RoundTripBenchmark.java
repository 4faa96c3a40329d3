package io.icerunner.benchmarks;

import io.icerunner.server.IceRunnerServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.arrow.flight.AsyncPutListener;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** Small calls over Flight, client and server in one JVM: where a round trip's time goes. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 5, time = 5)
@Fork(
    value = 1,
    jvmArgsAppend = {"--add-opens=java.base/java.nio=ALL-UNNAMED"})
@SuppressWarnings("NullAway.Init") // JMH calls start() before anything else.
public class RoundTripBenchmark {
  private static final int ROWS = 1_000;

  private Path warehouse = Path.of("");
  private IceRunnerServer server;
  private BufferAllocator allocator;
  private FlightClient client;
  private VectorSchemaRoot batch;

  @Setup
  public void start() throws IOException {
    warehouse = Files.createTempDirectory("icerunner-jmh");
    server = IceRunnerServer.builder().warehouse(warehouse).port(0).start();
    allocator = new RootAllocator();
    Location location = Location.forGrpcInsecure("127.0.0.1", server.port());
    client = FlightClient.builder(allocator, location).build();
    batch = thousandRows(allocator);
    put("read");
  }

  @TearDown
  public void stop() throws Exception {
    batch.close();
    client.close();
    allocator.close();
    server.close();
    try (Stream<Path> files = Files.walk(warehouse)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  @Benchmark
  public long selectOne() throws Exception {
    return get("SELECT 1");
  }

  @Benchmark
  public long getThousandRowsByName() throws Exception {
    return get("read");
  }

  @Benchmark
  public long filteredAggregate() throws Exception {
    return get("SELECT count(*), sum(id) FROM read WHERE id < 500");
  }

  @Benchmark
  public FlightInfo infoOfATable() {
    return client.getInfo(FlightDescriptor.path("read"));
  }

  @Benchmark
  public void putThousandRows() {
    put("written");
  }

  private long get(String ticket) throws Exception {
    long rows = 0;
    try (FlightStream stream =
        client.getStream(new Ticket(ticket.getBytes(StandardCharsets.UTF_8)))) {
      while (stream.next()) {
        rows += stream.getRoot().getRowCount();
      }
    }
    return rows;
  }

  private void put(String table) {
    FlightClient.ClientStreamListener stream =
        client.startPut(FlightDescriptor.path(table), batch, new AsyncPutListener());
    stream.putNext();
    stream.completed();
    stream.getResult();
  }

  private static VectorSchemaRoot thousandRows(BufferAllocator allocator) {
    Schema schema =
        new Schema(
            List.of(
                Field.nullable("id", new ArrowType.Int(64, true)),
                Field.nullable("v", new ArrowType.Utf8())));
    VectorSchemaRoot rows = VectorSchemaRoot.create(schema, allocator);
    for (int row = 0; row < ROWS; row++) {
      ((BigIntVector) rows.getVector("id")).setSafe(row, row);
      byte[] text = ("x" + row).getBytes(StandardCharsets.UTF_8);
      ((VarCharVector) rows.getVector("v")).setSafe(row, text);
    }
    rows.setRowCount(ROWS);
    return rows;
  }
}

package io.icerunner.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Arrow's own integration streams, put over the wire byte for byte: all rows are stored and served
 * or the whole put is refused by name, and nothing of it stays.
 */
class IntegrationStreamsIT {
  /** Streams that are refused, and what the message names. */
  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          Map.entry("generated_datetime", "column '"),
          Map.entry("generated_decimal256", "Iceberg has no such type"),
          Map.entry("generated_decimal32", "malformed"),
          Map.entry("generated_decimal64", "malformed"),
          Map.entry("generated_duplicate_fieldnames", "'ints'"),
          Map.entry("generated_duration", "duration"),
          Map.entry("generated_interval", "interval"),
          Map.entry("generated_interval_mdn", "interval"),
          Map.entry("generated_null", "null"),
          Map.entry("generated_null_trivial", "null"),
          Map.entry("generated_union", "union"));

  @TempDir static Path warehouse;
  private static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start(warehouse);
  }

  @AfterAll
  static void stop() throws InterruptedException {
    server.close();
  }

  static Stream<Path> streams() throws IOException {
    Path folder = SharedCases.folder("arrow-testing/data/arrow-ipc-stream/integration/cpp-21.0.0");
    if (folder == null) {
      return Stream.of(Path.of("absent"));
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".stream")).sorted().toList().stream();
    }
  }

  @ParameterizedTest
  @MethodSource("streams")
  void everyRowIsStoredAndServedOrTheStreamIsRefused(Path file) throws Exception {
    Assumptions.assumeTrue(Files.exists(file), "the folder ../shared is not there");
    String table = file.getFileName().toString().replace(".stream", "");
    byte[] ipc = Files.readAllBytes(file);
    RawPut.Answer answer = RawPut.send(server.server.port(), List.of("files", table), ipc);
    String reason = REFUSED.get(table);
    if (reason == null) {
      assertThat(answer.status().isOk()).as(answer.status().toString()).isTrue();
      assertServed("files." + table, ipc);
    } else {
      assertThat(answer.status().getCode())
          .isIn(Status.Code.INVALID_ARGUMENT, Status.Code.UNIMPLEMENTED);
      assertThat(answer.status().getDescription()).containsIgnoringCase(reason);
      TestServer.assertFails(() -> server.get("files." + table), FlightStatusCode.NOT_FOUND, table);
      assertThat(server.dataFiles()).noneMatch(path -> path.toString().contains(table + "/"));
    }
    server.awaitNoMemory();
  }

  private static void assertServed(String table, byte[] ipc) throws Exception {
    try (BufferAllocator memory = new RootAllocator();
        ArrowStreamReader reader = new ArrowStreamReader(new ByteArrayInputStream(ipc), memory)) {
      Schema put = reader.getVectorSchemaRoot().getSchema();
      long rows = 0;
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      FlightDescriptor path = FlightDescriptor.path(table.split("\\."));
      assertThat(server.client.getInfo(path).getRecords()).isEqualTo(rows);
      assertThat(server.client.getSchema(path).getSchema().getFields())
          .extracting(Field::getName)
          .isEqualTo(put.getFields().stream().map(Field::getName).toList());
      assertThat(server.get(table)).hasSize((int) rows);
      assertThat(server.get("select count(*) from " + table)).containsExactly("" + rows);
    }
  }
}

package io.icerunner.internal.mirror.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.client.ConnectionSettings;
import io.icerunner.internal.client.FlightUri;
import io.icerunner.server.IceRunnerServer;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.arrow.flight.AsyncPutListener;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IceRunnerSourceIT {
  @TempDir Path warehouse;
  private IceRunnerServer server;
  private BufferAllocator allocator;
  private FlightSourceServer source;

  @BeforeEach
  void start() throws InterruptedException {
    server = IceRunnerServer.builder().warehouse(warehouse).port(0).start();
    allocator = new RootAllocator();
    put("sales.orders", 25);
    put("sales.\"a.b\"", 1);
    source =
        FlightSourceServer.open(
            ConnectionSettings.of(FlightUri.parse("grpc://127.0.0.1:" + server.port())),
            2,
            allocator);
  }

  private void put(String table, int rows) throws InterruptedException {
    List<String> name =
        java.util.Objects.requireNonNull(io.icerunner.internal.names.TableNameText.parse(table));
    try (FlightClient client =
            FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", server.port()))
                .build();
        VectorSchemaRoot root = VectorSchemaRoot.create(ScriptedServer.SCHEMA, allocator)) {
      FlightClient.ClientStreamListener writer =
          client.startPut(FlightDescriptor.path(name), root, new AsyncPutListener());
      for (int row = 0; row < rows; row++) {
        ((BigIntVector) root.getVector(0)).setSafe(row, row);
      }
      root.setRowCount(rows);
      writer.putNext();
      writer.completed();
      writer.getResult();
    }
  }

  @AfterEach
  void stop() {
    source.close();
    server.close();
    allocator.close();
  }

  private List<Long> ids(FlightInfo info) {
    try (BatchStream stream = source.read(info, allocator)) {
      return ScriptedServer.ids(stream);
    }
  }

  @Test
  void readsTablesThatItFinds() {
    assertThat(source.tables())
        .containsExactlyInAnyOrder(List.of("sales", "orders"), List.of("sales", "a.b"));
    FlightInfo info = source.table(List.of("sales", "orders"));
    assertThat(info.getRecords()).isEqualTo(25);
    assertThat(ids(info)).containsExactlyElementsOf(LongStream.range(0, 25).boxed().toList());
    assertThat(ids(source.table(List.of("sales", "a.b")))).containsExactly(0L);
  }

  @Test
  void readsByFlightSql() {
    assertThat(ids(source.query("SELECT id FROM sales.orders WHERE id >= 23 ORDER BY id")))
        .containsExactly(23L, 24L);
    SqlTables tables = new SqlTables();
    try (BatchStream batches = source.read(source.tableList(), allocator)) {
      while (batches.next()) {
        tables.add(batches.batch());
      }
    }
    assertThat(tables.names())
        .containsExactlyInAnyOrder(List.of("sales", "orders"), List.of("sales", "a.b"));
  }

  @Test
  void runsActions() {
    assertThat(source.hasAction("no-such-action")).isFalse();
    IceRunnerException error =
        catchThrowableOfType(
            IceRunnerException.class, () -> source.action("no-such-action", new byte[0]));
    assertThat(error.code()).isEqualTo(ErrorCode.UNSUPPORTED);
    assertThat(error).hasMessageContaining("Cannot run action no-such-action");
  }

  @Test
  void saysThatATableIsMissing() {
    IceRunnerException error =
        catchThrowableOfType(
            IceRunnerException.class, () -> ids(source.table(List.of("sales", "ordres"))));
    assertThat(error.code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(error).hasMessageContaining("did you mean");
  }
}

package io.icerunner.internal.mirror.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.client.ConnectionSettings;
import io.icerunner.internal.client.FlightUri;
import io.icerunner.internal.replica.LoadMode;
import io.icerunner.internal.replica.ReplicaRecord;
import io.icerunner.internal.types.TypeMappers;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SourceTablesIT {
  private final BufferAllocator allocator = new RootAllocator();
  private ScriptedServer server;
  private FlightSourceServer source;

  @BeforeEach
  void start() throws IOException {
    server = ScriptedServer.start();
    source =
        FlightSourceServer.open(ConnectionSettings.of(FlightUri.parse(server.uri())), 2, allocator);
  }

  @AfterEach
  void stop() throws InterruptedException {
    source.close();
    server.close();
    allocator.close();
  }

  private FullTable full() {
    return new FullTable(source, List.of("ns", "t"), TypeMappers.of(List.of()));
  }

  private static ReplicaRecord record(SourceTable table, @Nullable String position) {
    return new ReplicaRecord(
        table.source(),
        null,
        table.kind(),
        Objects.requireNonNull(position),
        1,
        "run",
        1,
        0,
        Map.of(),
        0);
  }

  private PortionRead open(SourceChange change, LoadMode mode) {
    assertThat(change)
        .isInstanceOfSatisfying(
            SourceChange.Rows.class,
            rows -> {
              assertThat(rows.mode()).isEqualTo(mode);
              assertThat(rows.portions()).hasSize(1);
            });
    return ((SourceChange.Rows) change).portions().get(0).open(allocator);
  }

  /** Reads all rows of a full table; gives its position. */
  private @Nullable String readFull(SourceChange change, boolean isUnchanged) {
    try (PortionRead read = open(change, LoadMode.REPLACE)) {
      while (read.next()) {
        assertThat(read.position()).isNull();
      }
      assertThat(read.isUnchanged()).isEqualTo(isUnchanged);
      return read.position();
    }
  }

  @Test
  void aFullTableIsUnchangedWhenItHasTheSameRowsInAnyOrder() {
    FullTable table = full();
    assertThat(table.source()).isEqualTo(server.uri() + "/ns.t");
    server.table("ns.t", 30, server.rows("a", 0, 3));
    String position = readFull(table.since(null), false);
    assertThat(position).contains("\"rows\":30");
    server.table("ns.t", 30, server.rows("b", 20, 1), server.rows("c", 0, 2));
    assertThat(readFull(table.since(record(table, position)), true)).isEqualTo(position);
    readFull(table.all(), false);
    server.table("ns.t", 30, server.rows("d", 1, 3));
    assertThat(readFull(table.since(record(table, position)), false)).isNotEqualTo(position);
  }

  @Test
  void aFullTableIsChangedByAColumnOfNulls() {
    FullTable table = full();
    server.table("ns.t", 10, server.rows("a", 0, 1));
    String position = readFull(table.since(null), false);
    Schema wider =
        new Schema(
            List.of(
                Field.nullable("id", new ArrowType.Int(64, true)),
                Field.nullable("more", new ArrowType.Int(64, true))));
    server.streams.put(
        "a",
        (memory, listener) -> {
          try (VectorSchemaRoot root = VectorSchemaRoot.create(wider, memory)) {
            listener.start(root);
            root.allocateNew();
            for (int row = 0; row < 10; row++) {
              ((BigIntVector) root.getVector("id")).setSafe(row, row);
            }
            root.setRowCount(10);
            listener.putNext();
            listener.completed();
          }
        });
    readFull(table.since(record(table, position)), false);
  }

  @Test
  void anEmptyTableHasAPositionToo() {
    FullTable table = full();
    server.table("ns.t", 0, server.rows("a", 0, 0));
    String position = readFull(table.since(null), false);
    assertThat(position).contains("\"rows\":0");
    assertThat(readFull(table.since(record(table, position)), true)).isEqualTo(position);
  }

  @Test
  void appendsAllThatComesAndMayBeCutAfterEachBatch() {
    AppendTable table = new AppendTable(source, List.of("q"));
    server.rows("q", 0, 2);
    ReplicaRecord last;
    try (PortionRead read = open(table.since(null), LoadMode.APPEND)) {
      assertThat(read.next()).isTrue();
      assertThat(read.position()).isEqualTo("{\"cycles\":1,\"rows\":10}");
      assertThat(read.next()).isTrue();
      assertThat(read.next()).isFalse();
      assertThat(read.position()).isEqualTo("{\"cycles\":1,\"rows\":20}");
      last = record(table, read.position());
    }
    try (PortionRead read = open(table.since(last), LoadMode.APPEND)) {
      assertThat(read.next()).isTrue();
      assertThat(read.position()).isEqualTo("{\"cycles\":2,\"rows\":30}");
    }
    try (PortionRead read = open(table.all(), LoadMode.REPLACE)) {
      assertThat(read.next()).isTrue();
      assertThat(read.position()).isNull();
      assertThat(read.next()).isTrue();
      assertThat(read.next()).isFalse();
      assertThat(read.position()).isEqualTo("{\"cycles\":1,\"rows\":20}");
    }
  }

  @Test
  void refusesAPositionThatItCannotRead() {
    AppendTable table = new AppendTable(source, List.of("q"));
    org.assertj.core.api.Assertions.assertThatThrownBy(
            () -> table.since(record(table, "{\"last\": 1}")))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("unknown key \"last\"");
  }
}

package io.icerunner.internal.sql;

import static io.icerunner.internal.sql.QueryIT.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class PreparedStatementIT {
  private SqlServer server;
  private FlightSqlClient sql;

  @BeforeAll
  void createTable(@TempDir Path warehouse) {
    server = new SqlServer(warehouse);
    sql = server.sql();
    add("t", 0, 10);
  }

  private void add(String table, int start, int count) {
    try (VectorSchemaRoot rows = Batches.idAndName(server.allocator(), start, count)) {
      server.ingest(
          rows,
          table,
          TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE,
          TableExistsOption.TABLE_EXISTS_OPTION_APPEND);
    }
  }

  @AfterAll
  void close() {
    server.close();
  }

  private List<?> run(String statement, VectorSchemaRoot parameters) {
    try (parameters;
        PreparedStatement prepared = sql.prepare(statement)) {
      prepared.setParameters(parameters);
      return server.read(prepared.execute()).rows();
    }
  }

  @Test
  void declaresEveryParameter() {
    assertThat(parameters("SELECT * FROM t WHERE id = ?")).containsExactly(Batches.INT64);
    assertThat(parameters("SELECT ?")).containsExactly(Batches.UTF8);
    assertThat(parameters("SELECT ?::TIMESTAMPTZ, ?::INTEGER[], ?")).hasSize(3);
    assertThat(parameters("SELECT ?::TIMESTAMP, ?::TIME"))
        .containsExactly(
            new ArrowType.Timestamp(TimeUnit.MILLISECOND, null),
            new ArrowType.Time(TimeUnit.MILLISECOND, 32));
    assertThat(parameters("SELECT 1")).isEmpty();
  }

  private List<ArrowType> parameters(String statement) {
    try (PreparedStatement prepared = sql.prepare(statement)) {
      return prepared.getParameterSchema().getFields().stream().map(Field::getType).toList();
    }
  }

  @Test
  void runsWithBoundValues() {
    assertThat(run("SELECT name FROM t WHERE id = ?", Batches.row(server.allocator(), 3L)))
        .isEqualTo(List.of(List.of("n3")));
    assertThat(run("SELECT name FROM t WHERE id = ?", Batches.row(server.allocator(), 3)))
        .isEqualTo(List.of(List.of("n3")));
    assertThat(run("SELECT id FROM t WHERE name = ?", Batches.row(server.allocator(), "n4")))
        .isEqualTo(List.of(List.of(4L)));
  }

  @Test
  void runsWithNulls() {
    assertThat(
            run(
                "SELECT count(*) FROM t WHERE id IS NOT DISTINCT FROM ?",
                Batches.row(server.allocator(), Batches.Null.NULL)))
        .isEqualTo(List.of(List.of(0L)));
  }

  @Test
  void aParameterOfUnknownTypeTakesTheTypeOfItsValue() {
    assertThat(run("SELECT ?", Batches.row(server.allocator(), 42L)))
        .isEqualTo(List.of(List.of(42L)));
    assertThat(run("SELECT ?", Batches.row(server.allocator(), "x")))
        .isEqualTo(List.of(List.of("x")));
  }

  @Test
  void runsOncePerRowAndKeepsTheOrder() {
    assertThat(
            run(
                "SELECT id, name FROM t WHERE id = ? OR id = ? ORDER BY id",
                Batches.rows(server.allocator(), 2, 5L, 1L, 100L, 7L, 5L, 5L)))
        .isEqualTo(
            List.of(List.of(1L, "n1"), List.of(5L, "n5"), List.of(7L, "n7"), List.of(5L, "n5")));
  }

  @Test
  void refusesAWrongNumberOfParameters() {
    try (PreparedStatement prepared = sql.prepare("SELECT * FROM t WHERE id = ? AND name = ?")) {
      assertFails(prepared::execute, FlightStatusCode.INVALID_ARGUMENT, "none is bound");
    }
    assertFails(
        () -> run("SELECT * FROM t WHERE id = ? AND name = ?", Batches.row(server.allocator(), 1L)),
        FlightStatusCode.INVALID_ARGUMENT,
        "2 parameters and 1 is bound");
    assertFails(
        () -> run("SELECT * FROM t WHERE id = ?", Batches.row(server.allocator(), 1L, 2L)),
        FlightStatusCode.INVALID_ARGUMENT,
        "1 parameter and 2 are bound");
  }

  @Test
  void refusesToRunAQueryAsAnUpdate() {
    try (VectorSchemaRoot rows = Batches.rows(server.allocator(), 1, 1L, 2L);
        PreparedStatement prepared = sql.prepare("SELECT * FROM t WHERE id = ?")) {
      prepared.setParameters(rows);
      assertFails(prepared::executeUpdate, FlightStatusCode.INVALID_ARGUMENT, "it is a query");
    }
  }

  @Test
  void seesNewSnapshotsWithTheSameHandle() {
    add("growing", 0, 5);
    try (PreparedStatement prepared = sql.prepare("SELECT count(*) FROM growing")) {
      assertThat(server.read(prepared.execute()).single()).isEqualTo(5L);
      add("growing", 5, 2);
      assertThat(server.read(prepared.execute()).single()).isEqualTo(7L);
    }
  }

  @Test
  void anUnknownHandleIsNotFound() {
    CommandPreparedStatementQuery command =
        CommandPreparedStatementQuery.newBuilder()
            .setPreparedStatementHandle(ByteString.copyFromUtf8("gone"))
            .build();
    FlightDescriptor descriptor = FlightDescriptor.command(Any.pack(command).toByteArray());

    assertFails(
        () -> server.flight().getInfo(descriptor), FlightStatusCode.NOT_FOUND, "prepare it again");
    assertFails(
        () -> server.read(new Ticket(descriptor.getCommand())),
        FlightStatusCode.NOT_FOUND,
        "prepare it again");
  }

  @Test
  void aStatementThatChangesDataIsNotPrepared() {
    assertFails(
        () -> sql.prepare("INSERT INTO t VALUES (?, ?)"), FlightStatusCode.UNIMPLEMENTED, "INSERT");
  }

  @Test
  void aHandleSeesAColumnThatWasAdded() {
    add("evolving", 0, 1);
    try (PreparedStatement prepared = sql.prepare("SELECT * FROM evolving")) {
      assertThat(prepared.execute().getSchemaOptional().orElseThrow().getFields()).hasSize(2);
      try (VectorSchemaRoot rows = Batches.row(server.allocator(), 1, "x", 2L)) {
        server.ingest(
            rows,
            "evolving",
            TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL,
            TableExistsOption.TABLE_EXISTS_OPTION_REPLACE);
      }

      FlightInfo info = prepared.execute();

      assertThat(info.getSchemaOptional().orElseThrow().getFields()).hasSize(3);
      assertThat(server.read(info).rows()).isEqualTo(List.of(List.of(1, "x", 2L)));
    }
  }
}

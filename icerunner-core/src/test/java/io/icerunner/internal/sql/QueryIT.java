package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.flight.CallOptions;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.CancelResult;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class QueryIT {
  private SqlServer server;
  private FlightSqlClient sql;

  @BeforeAll
  void createTable(@TempDir Path warehouse) {
    server = new SqlServer(warehouse);
    sql = server.sql();
    add("t", 0, 100);
    server.act(
        "create-table",
        """
        {"table": "strict", "schema": {"type": "struct", "schema-id": 0, "fields": [
          {"id": 1, "name": "k", "required": true, "type": "int"},
          {"id": 2, "name": "ts", "required": false, "type": "timestamptz"}]}}
        """);
  }

  @AfterAll
  void close() {
    server.close();
  }

  static void assertFails(ThrowingCallable call, FlightStatusCode code, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            FlightRuntimeException.class,
            e -> assertThat(e.status().code()).as(e.getMessage()).isEqualTo(code))
        .hasMessageContaining(message);
  }

  @Test
  void runsAQueryOverATable() {
    assertThat(server.query("SELECT count(*), min(name) FROM t WHERE id >= 10").rows())
        .containsExactly(List.of(90L, "n10"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT count(*) n, min(k) lo FROM strict",
        "SELECT * FROM strict",
        "SELECT CASE WHEN id > 3 THEN 'x' END c, 1 AS literal FROM t",
        "SELECT * FROM t WHERE false",
        "SELECT sum(id) FROM t",
        "SELECT [1, 2] l, {'a': 1} s, MAP {'k': 1} m",
        "SELECT 1::UTINYINT a, 1::UBIGINT b, 1::HUGEINT c, uuid() d",
        "SELECT TIMESTAMPTZ '2024-01-01 00:00:00+00' a, TIME '10:00' b, DATE '2024-01-01' c",
        "SELECT 'a'::ENUM('a', 'b') e",
        "SELECT 1 AS x, 2 AS x",
        "FROM t LIMIT 3",
        "SELECT NULL a"
      })
  void theSchemaIsTheSameEverywhere(String statement) {
    FlightInfo info = sql.execute(statement);
    Schema announced = info.getSchemaOptional().orElseThrow();

    assertThat(sql.getExecuteSchema(statement).getSchema()).isEqualTo(announced);
    assertThat(server.read(info).schema()).isEqualTo(announced);
    try (FlightSqlClient.PreparedStatement prepared = sql.prepare(statement)) {
      assertThat(prepared.getResultSetSchema()).isEqualTo(announced);
      FlightInfo again = prepared.execute();
      assertThat(again.getSchemaOptional()).contains(announced);
      assertThat(server.read(again).schema()).isEqualTo(announced);
      assertThat(prepared.fetchSchema().getSchema()).isEqualTo(announced);
    }
  }

  @Test
  void keepsColumnsWithEqualNames() {
    SqlServer.Rows result = server.query("SELECT 1 AS x, 2 AS x");

    assertThat(result.schema().getFields()).extracting(Field::getName).containsExactly("x", "x");
    assertThat(result.rows()).containsExactly(List.of(1, 2));
  }

  @Test
  void takesTheCommandItselfAsATicket() {
    CommandStatementQuery command =
        CommandStatementQuery.newBuilder().setQuery("SELECT max(id) FROM t").build();

    assertThat(server.read(new Ticket(Any.pack(command).toByteArray())).single()).isEqualTo(99L);
  }

  @Test
  void aTicketReadsTheSnapshotItWasPlannedFor() {
    add("pinned", 0, 10);
    FlightInfo before = sql.execute("SELECT count(*) FROM pinned");
    add("pinned", 10, 5);

    assertThat(server.read(before).single()).isEqualTo(10L);
    assertThat(server.read(before).single()).isEqualTo(10L);
    assertThat(server.query("SELECT count(*) FROM pinned").single()).isEqualTo(15L);
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

  @Test
  void refusesWrongStatements() {
    assertFails(() -> sql.execute("SELEC 1"), FlightStatusCode.INVALID_ARGUMENT, "syntax error");
    assertFails(() -> sql.execute("SELECT * FROM missing"), FlightStatusCode.NOT_FOUND, "missing");
    assertFails(
        () -> sql.execute("SELECT 1; SELECT 2"), FlightStatusCode.INVALID_ARGUMENT, "statement");
    assertFails(() -> sql.execute(""), FlightStatusCode.INVALID_ARGUMENT, "");
    assertFails(
        () -> sql.execute("SELECT ? + 1"), FlightStatusCode.INVALID_ARGUMENT, "1 parameter");
    assertFails(
        () -> sql.execute("INSERT INTO t VALUES (1, 'x')"), FlightStatusCode.UNIMPLEMENTED, "");
    assertFails(() -> sql.executeUpdate("DELETE FROM t"), FlightStatusCode.UNIMPLEMENTED, "");
    assertFails(
        () -> sql.executeUpdate("SELECT 1"), FlightStatusCode.INVALID_ARGUMENT, "it is a query");
  }

  @Test
  void anErrorWhileRunningReachesTheClientWithItsText() {
    FlightInfo info = sql.execute("SELECT CAST(name AS INTEGER) FROM t");

    assertFails(() -> server.read(info), FlightStatusCode.INVALID_ARGUMENT, "n");
  }

  @Test
  void thereAreNoTransactions() {
    assertFails(() -> sql.beginTransaction(), FlightStatusCode.UNIMPLEMENTED, "autocommit");
    assertFails(
        () -> sql.execute("SELECT 1", new FlightSqlClient.Transaction(new byte[] {'x'})),
        FlightStatusCode.INVALID_ARGUMENT,
        "transaction");
  }

  @Test
  void thereIsNoSubstrait() {
    FlightSqlClient.SubstraitPlan plan = new FlightSqlClient.SubstraitPlan(new byte[] {1}, "0.1");

    assertFails(() -> sql.executeSubstrait(plan), FlightStatusCode.UNIMPLEMENTED, "send SQL");
    assertFails(() -> sql.prepare(plan), FlightStatusCode.UNIMPLEMENTED, "send SQL");
  }

  private static final String ENDLESS =
      "SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b";

  @Test
  @SuppressWarnings("deprecation")
  void cancelEndsTheRightQuery() {
    FlightInfo first = sql.execute("SELECT * FROM range(100000000000)");
    FlightInfo second = sql.execute("SELECT count(*) FROM t");
    try (FlightStream stream = sql.getStream(first.getEndpoints().get(0).getTicket())) {
      assertThat(stream.next()).isTrue();

      assertThat(sql.cancelFlightInfo(new CancelFlightInfoRequest(first)).getStatus())
          .isEqualTo(CancelStatus.CANCELLED);

      assertFails(
          () -> {
            while (stream.next()) {
              // Reads on until the cancellation arrives.
            }
          },
          FlightStatusCode.CANCELLED,
          "cancelled");
    } catch (FlightRuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    assertThat(server.read(second).single()).isEqualTo(100L);
    FlightInfo unread = sql.execute("SELECT 1");
    assertThat(sql.cancelQuery(unread)).isEqualTo(CancelResult.CANCELLED);
    assertFails(() -> server.read(unread), FlightStatusCode.CANCELLED, "cancelled");
  }

  @Test
  void aDeadlineStopsARunningQuery() {
    FlightInfo info = sql.execute(ENDLESS);

    assertFails(
        () -> server.read(info, CallOptions.timeout(1, TimeUnit.SECONDS)),
        FlightStatusCode.TIMED_OUT,
        "");
  }
}

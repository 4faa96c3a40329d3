package io.icerunner.internal.sql;

import static io.icerunner.internal.sql.QueryIT.assertFails;
import static org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption.TABLE_EXISTS_OPTION_APPEND;
import static org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption.TABLE_EXISTS_OPTION_FAIL;
import static org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption.TABLE_EXISTS_OPTION_REPLACE;
import static org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption.TABLE_EXISTS_OPTION_UNSPECIFIED;
import static org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE;
import static org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL;
import static org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption.TABLE_NOT_EXIST_OPTION_UNSPECIFIED;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.AsyncPutListener;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.ExecuteIngestOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class IngestIT {
  private SqlServer server;
  private FlightSqlClient sql;

  @BeforeEach
  void start(@TempDir Path warehouse) {
    server = new SqlServer(warehouse);
    sql = server.sql();
  }

  @AfterEach
  void close() {
    server.close();
  }

  private long ingest(
      int start, int count, String table, TableNotExistOption missing, TableExistsOption exists) {
    try (VectorSchemaRoot rows = Batches.idAndName(server.allocator(), start, count)) {
      return server.ingest(rows, table, missing, exists);
    }
  }

  private @Nullable Object count(String table) {
    return server.query("SELECT count(*) FROM " + table).single();
  }

  private int snapshots(String table) {
    int[] count = {0};
    byte[] body = "{\"table\": \"%s\"}".formatted(table).getBytes(StandardCharsets.UTF_8);
    server.flight().doAction(new Action("snapshots", body)).forEachRemaining(r -> count[0]++);
    return count[0];
  }

  @Test
  void createMakesATableOnce() {
    assertThat(ingest(0, 3, "t", TABLE_NOT_EXIST_OPTION_CREATE, TABLE_EXISTS_OPTION_FAIL))
        .isEqualTo(3);

    assertFails(
        () -> ingest(3, 3, "t", TABLE_NOT_EXIST_OPTION_CREATE, TABLE_EXISTS_OPTION_FAIL),
        FlightStatusCode.ALREADY_EXISTS,
        "t");
    assertThat(count("t")).isEqualTo(3L);
  }

  @Test
  void appendNeedsATable() {
    assertFails(
        () -> ingest(0, 3, "t", TABLE_NOT_EXIST_OPTION_FAIL, TABLE_EXISTS_OPTION_APPEND),
        FlightStatusCode.NOT_FOUND,
        "t");
    ingest(0, 3, "t", TABLE_NOT_EXIST_OPTION_CREATE, TABLE_EXISTS_OPTION_FAIL);
    assertThat(ingest(3, 4, "t", TABLE_NOT_EXIST_OPTION_FAIL, TABLE_EXISTS_OPTION_APPEND))
        .isEqualTo(4);
    assertThat(count("t")).isEqualTo(7L);
  }

  @Test
  void createAppendDoesEither() {
    assertThat(ingest(0, 3, "t", TABLE_NOT_EXIST_OPTION_CREATE, TABLE_EXISTS_OPTION_APPEND))
        .isEqualTo(3);
    assertThat(ingest(3, 4, "t", TABLE_NOT_EXIST_OPTION_CREATE, TABLE_EXISTS_OPTION_APPEND))
        .isEqualTo(4);
    assertThat(count("t")).isEqualTo(7L);
  }

  @Test
  void replaceIsOneSnapshot() {
    assertThat(ingest(0, 3, "t", TABLE_NOT_EXIST_OPTION_CREATE, TABLE_EXISTS_OPTION_REPLACE))
        .isEqualTo(3);
    assertThat(ingest(7, 2, "t", TABLE_NOT_EXIST_OPTION_CREATE, TABLE_EXISTS_OPTION_REPLACE))
        .isEqualTo(2);

    assertThat(server.query("SELECT id FROM t ORDER BY id").column(0)).isEqualTo(List.of(7L, 8L));
    assertThat(snapshots("t")).isEqualTo(2);
  }

  @Test
  void replaceBringsItsSchema() {
    ingest(0, 3, "t", TABLE_NOT_EXIST_OPTION_CREATE, TABLE_EXISTS_OPTION_FAIL);
    try (VectorSchemaRoot rows = Batches.row(server.allocator(), "a", 5)) {
      server.ingest(rows, "t", TABLE_NOT_EXIST_OPTION_FAIL, TABLE_EXISTS_OPTION_REPLACE);
    }

    assertThat(server.query("SELECT * FROM t").rows()).isEqualTo(List.of(List.of("a", 5)));
    assertThat(snapshots("t")).isEqualTo(2);
  }

  @Test
  void aSchemaThatDoesNotFitIsRefusedWithEveryDifference() {
    ingest(0, 3, "t", TABLE_NOT_EXIST_OPTION_CREATE, TABLE_EXISTS_OPTION_FAIL);
    try (VectorSchemaRoot rows = Batches.row(server.allocator(), "a", 5)) {
      assertFails(
          () -> server.ingest(rows, "t", TABLE_NOT_EXIST_OPTION_FAIL, TABLE_EXISTS_OPTION_APPEND),
          FlightStatusCode.INVALID_ARGUMENT,
          "1");
    }
    assertThat(count("t")).isEqualTo(3L);
    assertThat(snapshots("t")).isEqualTo(1);
  }

  @Test
  void refusesWhatItIsNotTold() {
    assertFails(
        () -> ingest(0, 1, "t", TABLE_NOT_EXIST_OPTION_UNSPECIFIED, TABLE_EXISTS_OPTION_APPEND),
        FlightStatusCode.INVALID_ARGUMENT,
        "if_not_exist");
    assertFails(
        () -> ingest(0, 1, "t", TABLE_NOT_EXIST_OPTION_CREATE, TABLE_EXISTS_OPTION_UNSPECIFIED),
        FlightStatusCode.INVALID_ARGUMENT,
        "if_exists");
    assertFails(
        () -> ingest(0, 1, "t", TABLE_NOT_EXIST_OPTION_FAIL, TABLE_EXISTS_OPTION_FAIL),
        FlightStatusCode.INVALID_ARGUMENT,
        "whether the table exists or not");
  }

  @Test
  void honoursCatalogAndNamespace() {
    try (VectorSchemaRoot rows = Batches.idAndName(server.allocator(), 0, 2)) {
      server.ingest(rows, "t", "a.b", TABLE_NOT_EXIST_OPTION_CREATE, TABLE_EXISTS_OPTION_FAIL);
      assertThat(count("a.b.t")).isEqualTo(2L);
      assertThat(ingest(rows, options("lake", "a.b", false, Map.of()))).isEqualTo(2);
      assertFails(
          () -> ingest(rows, options("other", "a.b", false, Map.of())),
          FlightStatusCode.NOT_FOUND,
          "other");
    }
    assertThat(count("a.b.t")).isEqualTo(4L);
  }

  @Test
  void refusesTemporaryTablesOptionsAndTransactions() {
    try (VectorSchemaRoot rows = Batches.idAndName(server.allocator(), 0, 2)) {
      assertFails(
          () -> ingest(rows, options(null, null, true, Map.of())),
          FlightStatusCode.UNIMPLEMENTED,
          "temporary");
      assertFails(
          () -> ingest(rows, options(null, null, false, Map.of("key", "value"))),
          FlightStatusCode.UNIMPLEMENTED,
          "key");
      assertFails(
          () ->
              sql.executeIngest(
                  rows,
                  options(null, null, false, Map.of()),
                  new FlightSqlClient.Transaction(new byte[] {'x'})),
          FlightStatusCode.INVALID_ARGUMENT,
          "transaction");
    }
    assertThat(server.read(sql.getTables(null, null, null, null, false)).rows()).isEmpty();
  }

  private long ingest(VectorSchemaRoot rows, ExecuteIngestOptions options) {
    return sql.executeIngest(rows, options);
  }

  private static ExecuteIngestOptions options(
      @Nullable String catalog,
      @Nullable String namespace,
      boolean temporary,
      Map<String, String> options) {
    return new ExecuteIngestOptions(
        "t",
        TableDefinitionOptions.newBuilder()
            .setIfNotExist(TABLE_NOT_EXIST_OPTION_CREATE)
            .setIfExists(TABLE_EXISTS_OPTION_APPEND)
            .build(),
        temporary,
        catalog,
        namespace,
        options);
  }

  @Test
  void aStreamWithoutBatchesMakesAnEmptyTable() {
    CommandStatementIngest command =
        CommandStatementIngest.newBuilder()
            .setTable("t")
            .setTableDefinitionOptions(
                TableDefinitionOptions.newBuilder()
                    .setIfNotExist(TABLE_NOT_EXIST_OPTION_CREATE)
                    .setIfExists(TABLE_EXISTS_OPTION_FAIL))
            .build();
    try (VectorSchemaRoot rows = Batches.idAndName(server.allocator(), 0, 0)) {
      FlightClient.ClientStreamListener put =
          server
              .flight()
              .startPut(
                  FlightDescriptor.command(Any.pack(command).toByteArray()),
                  rows,
                  new AsyncPutListener());
      put.completed();
      put.getResult();
    }

    assertThat(count("t")).isEqualTo(0L);
  }
}

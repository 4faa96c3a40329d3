package io.icerunner.server;

import static io.icerunner.server.TestServer.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.RewriteFiles;
import org.apache.iceberg.Table;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The action that tells what happened to a table. */
class ChangesActionIT {
  @TempDir static Path warehouse;
  static TestServer server;

  @BeforeAll
  static void start() {
    server = TestServer.start(warehouse);
  }

  @AfterAll
  static void stop() throws InterruptedException {
    server.close();
  }

  private static void inOtherProgram(String table, Consumer<Table> work) {
    OtherProgram.work(warehouse, table, work);
  }

  private static JsonNode changesSince(String table, long snapshot) {
    return server.changes("{\"table\":\"%s\",\"from-snapshot-id\":%s}".formatted(table, snapshot));
  }

  @Test
  void theActionTellsTheStateOfATable() {
    long first = server.append("told", 0, 10);

    JsonNode told = server.changes("{\"table\":[\"default\",\"told\"]}");

    assertThat(told.get("change").textValue()).isEqualTo("full");
    assertThat(told.get("table").textValue()).isEqualTo("default.told");
    assertThat(told.get("table-uuid").textValue()).hasSize(36);
    assertThat(told.get("format-version").intValue()).isEqualTo(2);
    assertThat(told.get("schema-id").intValue()).isZero();
    assertThat(told.get("schema").get("fields").get(1).get("name").textValue()).isEqualTo("name");
    assertThat(told.get("snapshot-id").longValue()).isEqualTo(first);
    assertThat(told.get("sequence-number").longValue()).isEqualTo(1);
    assertThat(told.get("timestamp-ms").longValue()).isPositive();
    assertThat(told.has("reason")).isFalse();
    assertThat(told.get("snapshots")).isEmpty();
    assertThat(told.get("records").longValue()).isZero();
  }

  @Test
  void theActionListsWhatAppended() {
    long first = server.append("listed", 0, 10);
    long second = server.append("listed", 10, 5);
    compact("listed");
    long third = server.append("listed", 15, 2);

    JsonNode since = changesSince("listed", first);
    JsonNode all = server.changes("{\"table\":\"listed\",\"from-start\":true}");

    assertThat(since.get("change").textValue()).isEqualTo("append");
    assertThat(since.get("snapshot-id").longValue()).isEqualTo(third);
    assertThat(since.get("records").longValue()).isEqualTo(7);
    assertThat(since.get("snapshots")).hasSize(2);
    JsonNode snapshot = since.get("snapshots").get(0);
    assertThat(snapshot.get("snapshot-id").longValue()).isEqualTo(second);
    assertThat(snapshot.get("sequence-number").longValue()).isEqualTo(2);
    assertThat(snapshot.get("timestamp-ms").longValue()).isPositive();
    assertThat(snapshot.get("operation").textValue()).isEqualTo("append");
    assertThat(snapshot.get("records").longValue()).isEqualTo(5);
    assertThat(since.get("snapshots").get(1).get("snapshot-id").longValue()).isEqualTo(third);
    assertThat(all.get("change").textValue()).isEqualTo("append");
    assertThat(all.get("records").longValue()).isEqualTo(17);
    assertThat(server.count("select * from changes('listed', %s)".formatted(first))).isEqualTo(7);
  }

  /** Puts the files of a table into one, which is a copy of the first as far as this matters. */
  private static void compact(String name) {
    inOtherProgram(
        name,
        table -> {
          List<DataFile> files = files(table);
          RewriteFiles rewrite = table.newRewrite();
          files.forEach(rewrite::deleteFile);
          DataFile first = files.get(0);
          rewrite
              .addFile(
                  DataFiles.builder(table.spec())
                      .copy(first)
                      .withPath(first.location() + ".compacted.parquet")
                      .withRecordCount(files.stream().mapToLong(DataFile::recordCount).sum())
                      .build())
              .commit();
        });
  }

  private static List<DataFile> files(Table table) {
    try (CloseableIterable<FileScanTask> tasks = table.newScan().planFiles()) {
      List<DataFile> files = new ArrayList<>();
      tasks.forEach(task -> files.add(task.file().copy()));
      return files;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theActionTellsThatNothingHappened() {
    long only = server.append("idle", 0, 10);
    inOtherProgram(
        "idle", table -> table.updateSchema().addColumn("more", Types.StringType.get()).commit());

    JsonNode told = changesSince("idle", only);

    assertThat(told.get("change").textValue()).isEqualTo("none");
    assertThat(told.get("snapshots")).isEmpty();
    assertThat(told.get("schema-id").intValue()).isEqualTo(1);
    server.act(
        "create-table",
        "{\"table\":\"empty\",\"schema\":{\"type\":\"struct\",\"fields\":[{\"id\":1,\"name\":\"a\",\"required\":false,\"type\":\"int\"}]}}");
    JsonNode empty = server.changes("{\"table\":\"empty\",\"from-start\":true}");
    assertThat(empty.get("change").textValue()).isEqualTo("none");
    assertThat(empty.get("snapshot-id").isNull()).isTrue();
    assertThat(empty.get("timestamp-ms").isNull()).isTrue();
  }

  @Test
  void anotherTableOfTheNameIsNoticed() {
    long first = server.append("renewed", 0, 10);
    String uuid = server.changes("{\"table\":\"renewed\"}").get("table-uuid").textValue();
    String same = "{\"table\":\"renewed\",\"from-snapshot-id\":%s,\"table-uuid\":\"%s\"}";
    assertThat(server.changes(same.formatted(first, uuid)).get("change").textValue())
        .isEqualTo("none");
    server.act("drop-table", "{\"table\":\"renewed\"}");
    server.append("renewed", 0, 3);

    JsonNode told = server.changes(same.formatted(first, uuid));

    assertThat(told.get("change").textValue()).isEqualTo("other-table");
    assertThat(told.get("reason").textValue()).contains(uuid, told.get("table-uuid").textValue());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | \"table\" is missing",
        "{\"table\":\"t\",\"from\":1} | unknown key \"from\"",
        "{\"table\":\"t\",\"from-snapshot-id\":\"1\"} | \"from-snapshot-id\" must be a 64-bit",
        "{\"table\":\"t\",\"from-start\":1} | \"from-start\" must be true or false",
        "{\"table\":\"t\",\"from-snapshot-id\":1,\"from-start\":true} | keep one"
      })
  void theActionRefusesOtherBodies(String body, String reason) {
    assertFails(() -> server.changes(body), FlightStatusCode.INVALID_ARGUMENT, reason);
  }

  @Test
  void aReplacedTableIsToBeReadAnew() {
    long first = server.append("replaced", 0, 10);
    try (VectorSchemaRoot rows = VectorSchemaRoot.create(TestServer.SCHEMA, server.allocator)) {
      TestServer.fill(rows, 0, 3);
      new FlightSqlClient(server.client)
          .executeIngest(
              rows,
              new FlightSqlClient.ExecuteIngestOptions(
                  "replaced",
                  TableDefinitionOptions.newBuilder()
                      .setIfNotExist(TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL)
                      .setIfExists(TableExistsOption.TABLE_EXISTS_OPTION_REPLACE)
                      .build(),
                  false,
                  null,
                  null,
                  Map.of()));
    }

    JsonNode told = changesSince("replaced", first);

    assertThat(told.get("change").textValue()).isEqualTo("rewrite");
    assertThat(told.get("reason").textValue()).endsWith("replaced the whole table");
    assertThat(
            server
                .changes("{\"table\":\"replaced\",\"from-start\":true}")
                .get("records")
                .longValue())
        .isEqualTo(3);
  }

  @Test
  void theActionReadsNoManifest() throws IOException {
    long first = server.append("lean", 0, 10);
    long second = server.append("lean", 10, 5);
    Path metadata = warehouse.resolve("default/lean/metadata");
    try (Stream<Path> files = Files.list(metadata)) {
      for (Path file : files.filter(path -> path.toString().endsWith(".avro")).toList()) {
        Files.delete(file);
      }
    }

    assertFails(() -> server.get("lean"), FlightStatusCode.NOT_FOUND, "is missing");
    assertThat(changesSince("lean", second).get("change").textValue()).isEqualTo("none");
    assertThat(changesSince("lean", first).get("records").longValue()).isEqualTo(5);
  }
}

package io.icerunner.server;

import static io.icerunner.server.TestServer.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What was appended between snapshots, over Flight. */
class ChangesIT {
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

  private static FlightInfo info(String command) {
    return server.client.getInfo(
        FlightDescriptor.command(command.getBytes(StandardCharsets.UTF_8)));
  }

  private static Ticket ticket(FlightInfo info) {
    return info.getEndpoints().get(0).getTicket();
  }

  private static String range(String table, Object from, Object to) {
    return "{\"table\":\"%s\",\"columns\":[\"id\"],\"from-snapshot-id\":%s,\"to-snapshot-id\":%s}"
        .formatted(table, from, to);
  }

  private static String sql(String table, Object from) {
    return "select id from changes('%s', %s) order by id".formatted(table, from);
  }

  private static String[] ids(long from, long to) {
    return LongStream.range(from, to).mapToObj(Long::toString).toArray(String[]::new);
  }

  private static JsonNode changesSince(String table, long snapshot) {
    return server.changes("{\"table\":\"%s\",\"from-snapshot-id\":%s}".formatted(table, snapshot));
  }

  @Test
  void aScanRequestReadsWhatWasAppended() {
    long first = server.append("scans", 0, 10);
    long second = server.append("scans", 10, 5);
    long third = server.append("scans", 15, 2);

    assertThat(server.get(range("scans", first, second))).containsExactlyInAnyOrder(ids(10, 15));
    assertThat(server.get(range("scans", first, "null"))).containsExactlyInAnyOrder(ids(10, 17));
    assertThat(server.get(range("scans", "null", second))).containsExactlyInAnyOrder(ids(0, 15));
    assertThat(server.get(range("scans", third, third))).isEmpty();
    assertThat(
            server.get(
                "{\"table\":\"scans\",\"columns\":[\"id\"],\"from-snapshot-id\":%s,\"filter\":\"id >= 16\"}"
                    .formatted(first)))
        .containsExactly("16");
    assertThat(server.count("scans")).isEqualTo(17);
  }

  @Test
  void theInfoOfARangeTellsWhatItIsAndItsTicketStays() {
    long first = server.append("pinned", 0, 10);
    long second = server.append("pinned", 10, 5);

    FlightInfo open = info(range("pinned", first, "null"));
    FlightInfo fromStart = info(range("pinned", "null", "null"));
    FlightInfo whole = info("pinned");
    server.append("pinned", 15, 5);

    assertThat(open.getRecords()).isEqualTo(5);
    assertThat(open.getBytes()).isPositive().isLessThan(whole.getBytes());
    assertThat(whole.getRecords()).isEqualTo(15);
    JsonNode range = TestServer.json(open.getAppMetadata());
    JsonNode table = TestServer.json(whole.getAppMetadata());
    assertThat(range.get("from-snapshot-id").longValue()).isEqualTo(first);
    assertThat(range.get("snapshot-id").longValue()).isEqualTo(second);
    assertThat(range.get("sequence-number").longValue()).isEqualTo(2);
    assertThat(table.has("from-snapshot-id")).isFalse();
    assertThat(table.get("table").textValue()).isEqualTo("default.pinned");
    assertThat(table.get("table-uuid").textValue())
        .isEqualTo(range.get("table-uuid").textValue())
        .hasSize(36);
    assertThat(table.get("schema-id").intValue()).isZero();
    assertThat(table.get("sequence-number").longValue()).isEqualTo(2);
    assertThat(TestServer.json(fromStart.getAppMetadata()).get("from-snapshot-id").isNull())
        .isTrue();
    assertThat(server.get(ticket(open))).containsExactlyInAnyOrder(ids(10, 15));
    assertThat(server.get(ticket(fromStart))).containsExactlyInAnyOrder(ids(0, 15));
  }

  @Test
  void sqlReadsWhatWasAppended() {
    long first = server.append("asked", 0, 10);
    long second = server.append("asked", 10, 5);
    server.append("asked", 15, 2);

    assertThat(server.get(sql("asked", first))).containsExactly(ids(10, 17));
    assertThat(server.get(sql("default.asked", "null"))).containsExactly(ids(0, 17));
    assertThat(
            server.get(
                "select count(*), min(c.id) from changes(asked, %s, %s) as c"
                    .formatted(first, second)))
        .containsExactly("5,10");
    assertThat(
            server.get(
                """
                with late as (from changes('asked', %s))
                select (select count(*) from changes('asked', null, %s)), count(*), max(late.id)
                from late join asked using (id) where id > 10 and asked.name is not null
                """
                    .formatted(second, first)))
        .containsExactly("10,2,16");
    assertThat(server.get("select count(*) from changes('asked', %s)".formatted(first)))
        .containsExactly("7");
  }

  @Test
  void theTicketsOfStatementsStay() throws Exception {
    long first = server.append("stated", 0, 10);
    server.append("stated", 10, 5);
    FlightInfo plain = info(sql("stated", first));
    FlightSqlClient client = new FlightSqlClient(server.client);
    FlightInfo flightSql = client.execute(sql("stated", first));
    server.append("stated", 15, 5);

    assertThat(server.get(ticket(plain))).containsExactly(ids(10, 15));
    assertThat(server.get(ticket(flightSql))).containsExactly(ids(10, 15));
    assertThat(server.get(ticket(client.execute(sql("stated", first)))))
        .containsExactly(ids(10, 20));
    assertThat(TestServer.json(plain.getAppMetadata()).get("snapshots").has("default.stated"))
        .isTrue();
  }

  @Test
  void deletedRowsEndARange() {
    long first = server.append("deleted", 0, 10);
    server.append("deleted", 10, 5);
    inOtherProgram(
        "deleted",
        table -> table.newDelete().deleteFromRowFilter(Expressions.alwaysTrue()).commit());
    long third = server.changes("{\"table\":\"deleted\"}").get("snapshot-id").longValue();
    String reason = "snapshot %s (delete) removes 2 data files".formatted(third);

    JsonNode told = changesSince("deleted", first);

    assertThat(told.get("change").textValue()).isEqualTo("rewrite");
    assertThat(told.get("reason").textValue()).isEqualTo(reason);
    assertThat(told.get("snapshots")).isEmpty();
    assertThat(told.get("records").longValue()).isZero();
    assertFails(
        () -> server.get(range("deleted", first, third)),
        FlightStatusCode.INVALID_ARGUMENT,
        "default.deleted",
        reason);
    assertFails(() -> server.get(sql("deleted", first)), FlightStatusCode.INVALID_ARGUMENT, reason);
  }

  @Test
  void anExpiredSnapshotEndsARange() {
    long first = server.append("expired", 0, 10);
    long second = server.append("expired", 10, 5);
    server.append("expired", 15, 2);
    FlightInfo planned = info(range("expired", first, "null"));
    inOtherProgram("expired", table -> table.expireSnapshots().expireSnapshotId(first).commit());
    String reason = "snapshot %s has expired".formatted(first);

    JsonNode told = changesSince("expired", first);

    assertThat(told.get("change").textValue()).isEqualTo("expired");
    assertThat(told.get("reason").textValue()).isEqualTo(reason);
    assertThat(
            server.changes("{\"table\":\"expired\",\"from-start\":true}").get("change").textValue())
        .isEqualTo("expired");
    assertFails(() -> info(sql("expired", first)), FlightStatusCode.NOT_FOUND, reason);
    assertFails(() -> server.get(ticket(planned)), FlightStatusCode.NOT_FOUND, reason);
    assertThat(server.get(sql("expired", second))).containsExactly(ids(15, 17));
  }

  @Test
  void aSnapshotThatWasRolledBackEndsARange() {
    long first = server.append("back", 0, 10);
    long second = server.append("back", 10, 5);
    inOtherProgram("back", table -> table.manageSnapshots().rollbackTo(first).commit());
    server.append("back", 15, 2);

    JsonNode told = changesSince("back", second);

    assertThat(told.get("change").textValue()).isEqualTo("rolled-back");
    assertThat(told.get("reason").textValue()).contains(second + " is not in the history of");
    assertFails(
        () -> server.get(sql("back", second)),
        FlightStatusCode.INVALID_ARGUMENT,
        "is not in the history");
    assertThat(server.get(sql("back", first))).containsExactly(ids(15, 17));
  }

  @Test
  void anUnknownTableIsNotFound() {
    server.append("known", 0, 1);
    assertFails(
        () -> server.changes("{\"table\":\"knwn\"}"),
        FlightStatusCode.NOT_FOUND,
        "knwn",
        "default.known");
    assertFails(() -> info(sql("knwn", 1)), FlightStatusCode.NOT_FOUND, "default.known");
  }
}

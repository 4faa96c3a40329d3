package io.icerunner.server;

import static io.icerunner.server.TestServer.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Ticket;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadIT {
  @TempDir static Path warehouse;
  static TestServer server;
  static long firstSnapshot;
  static long secondSnapshot;

  @BeforeAll
  static void start() {
    server = TestServer.start(warehouse);
    firstSnapshot = server.put("events", 0, 10, 4).get("snapshot-id").longValue();
    secondSnapshot = server.put("events", 10, 5, 5).get("snapshot-id").longValue();
    server.put("ns.events_2", 0, 3, 3);
    server.put("a.b.deep", 0, 2, 2);
  }

  @AfterAll
  static void stop() throws InterruptedException {
    server.close();
  }

  private static List<String> ids(long from, long to) {
    return LongStream.range(from, to).mapToObj(Long::toString).toList();
  }

  private static FlightInfo info(String command) {
    return server.client.getInfo(
        FlightDescriptor.command(command.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "events",
        "default.events",
        "\"events\"",
        "EVENTS",
        "default.default.events",
        " events\n"
      })
  void aTicketMayBeATableName(String ticket) {
    assertThat(server.get(ticket)).hasSize(15).contains("0,null", "8,n8", "14,null");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select id from events order by id",
        "FROM events SELECT id ORDER BY id",
        "with e as (select * from \"default\".events) select id from e order by 1",
        "(select id from events) order by id"
      })
  void aTicketMayBeSql(String ticket) {
    assertThat(server.get(ticket)).isEqualTo(ids(0, 15));
  }

  @Test
  void aTicketMayBeAScanRequest() {
    assertThat(
            server.get(
                "{\"table\":\"events\",\"columns\":[\"name\",\"ID\"],\"filter\":\"id between 7 and"
                    + " 9\"}"))
        .containsExactlyInAnyOrder("null,7", "n8,8", "n9,9");
    assertThat(server.count("{\"table\":\"events\",\"snapshot-id\":" + firstSnapshot + "}"))
        .isEqualTo(10);
    assertThat(server.count("{\"table\":\"events\",\"branch\":\"main\"}")).isEqualTo(15);
    assertThat(server.count("{\"table\":\"events\",\"timestamp\":" + Long.MAX_VALUE + "}"))
        .isEqualTo(15);
  }

  @Test
  void infoOfAPathCountsFromMetadataAndItsTicketIsPinned() {
    server.put("pinned", 0, 4, 4);
    FlightInfo info = server.client.getInfo(FlightDescriptor.path("pinned"));
    assertThat(info.getRecords()).isEqualTo(4);
    assertThat(info.getBytes()).isPositive();
    assertThat(info.getOrdered()).isFalse();
    assertThat(info.getSchemaOptional()).contains(TestServer.SCHEMA);
    assertThat(info.getEndpoints()).hasSize(1);
    assertThat(info.getEndpoints().get(0).getLocations()).isEmpty();
    JsonNode metadata = TestServer.json(info.getAppMetadata());
    assertThat(metadata.get("table").textValue()).isEqualTo("default.pinned");
    assertThat(metadata.get("snapshot-id").isIntegralNumber()).isTrue();
    server.put("pinned", 4, 4, 4);
    assertThat(server.get(info.getEndpoints().get(0).getTicket())).hasSize(4);
    assertThat(server.count("pinned")).isEqualTo(8);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select id, count(*) as n, min(name) as lo from events group by id order by id",
        "select 1 as one where false",
        "{\"table\":\"events\",\"columns\":[\"name\"]}",
        "events"
      })
  void theSchemaIsTheSameInInfoSchemaAndStream(String command) throws Exception {
    FlightInfo info = info(command);
    FlightDescriptor descriptor =
        FlightDescriptor.command(command.getBytes(StandardCharsets.UTF_8));
    assertThat(info.getSchemaOptional()).contains(server.client.getSchema(descriptor).getSchema());
    try (FlightStream stream = server.client.getStream(info.getEndpoints().get(0).getTicket())) {
      assertThat(info.getSchemaOptional()).contains(stream.getSchema());
    }
  }

  @Test
  void infoOfSqlPinsItsTables() {
    server.put("counted", 0, 4, 4);
    FlightInfo info = info("select count(*) from counted");
    server.put("counted", 4, 4, 4);
    assertThat(server.get(info.getEndpoints().get(0).getTicket())).containsExactly("4");
    assertThat(TestServer.json(info.getAppMetadata()).get("snapshots").has("default.counted"))
        .isTrue();
    assertThat(info.getOrdered()).isTrue();
  }

  @Test
  void namespacesNest() {
    assertThat(server.count("a.b.deep")).isEqualTo(2);
    assertThat(server.client.getInfo(FlightDescriptor.path("a", "b", "deep")).getRecords())
        .isEqualTo(2);
    assertThat(server.client.getInfo(FlightDescriptor.path("ns", "events_2")).getRecords())
        .isEqualTo(3);
  }

  private static List<String> list(String criteria) {
    List<String> names = new ArrayList<>();
    server
        .client
        .listFlights(new Criteria(criteria.getBytes(StandardCharsets.UTF_8)))
        .forEach(info -> names.add(String.join(".", info.getDescriptor().getPath())));
    return names;
  }

  @Test
  void listingTakesANamespaceOrAPattern() {
    assertThat(list("")).contains("default.events", "ns.events_2", "a.b.deep");
    assertThat(list("ns")).containsExactly("ns.events_2");
    assertThat(list("a")).containsExactly("a.b.deep");
    assertThat(list("events*")).containsExactly("default.events", "ns.events_2");
    assertThat(list("%.events\\_%")).containsExactly("ns.events_2");
    assertThat(list("events")).containsExactly("default.events");
    assertThat(list("nothing")).isEmpty();
  }

  @Test
  void aListedTableCanBeRead() {
    FlightInfo info =
        server
            .client
            .listFlights(new Criteria("deep".getBytes(StandardCharsets.UTF_8)))
            .iterator()
            .next();
    assertThat(info.getRecords()).isEqualTo(2);
    assertThat(server.get(info.getEndpoints().get(0).getTicket())).hasSize(2);
  }

  @Test
  void anUnknownNameIsNotFoundWithTheNearest() {
    assertFails(() -> server.get("evnts"), FlightStatusCode.NOT_FOUND, "evnts", "default.events");
    assertFails(
        () -> server.client.getInfo(FlightDescriptor.path("ns", "event_2")),
        FlightStatusCode.NOT_FOUND,
        "ns.event_2",
        "ns.events_2");
    assertFails(
        () -> server.get("select * from evnts"),
        FlightStatusCode.NOT_FOUND,
        "evnts",
        "default.events");
    assertFails(
        () -> server.client.getSchema(FlightDescriptor.path("nowhere", "x")),
        FlightStatusCode.NOT_FOUND,
        "nowhere.x");
  }

  @Test
  void anUnknownColumnIsNamedWithTheNearest() {
    assertFails(
        () -> server.get("{\"table\":\"events\",\"columns\":[\"nme\"]}"),
        FlightStatusCode.INVALID_ARGUMENT,
        "\"nme\"",
        "\"name\"");
    assertFails(
        () -> server.get("{\"table\":\"events\",\"columns\":[\"id\",\"ID\"]}"),
        FlightStatusCode.INVALID_ARGUMENT,
        "twice");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "hello world", "{", "{\"tabel\":\"events\"}", "drop table x y"})
  void textThatIsNothingIsInvalid(String ticket) {
    assertFails(() -> server.get(ticket), FlightStatusCode.INVALID_ARGUMENT, "Cannot");
  }

  @Test
  void bytesThatAreNothingAreInvalid() {
    for (byte[] bytes :
        List.of(
            new byte[] {(byte) 0xff, 0, 1},
            new byte[] {(byte) 0x89, 'I', 'R', 'T', 1, 2, 3},
            new byte[] {0x0a, 5, 'a'},
            new byte[] {'a', 0})) {
      assertFails(() -> server.get(new Ticket(bytes)), FlightStatusCode.INVALID_ARGUMENT, "Cannot");
    }
  }

  @Test
  void aStatementThatFailsSaysWhy() {
    assertFails(
        () -> server.get("select id / 0 + x from events"), FlightStatusCode.INVALID_ARGUMENT, "x");
    assertFails(
        () -> server.get("select cast(name as int) from events where id = 8"),
        FlightStatusCode.INVALID_ARGUMENT,
        "n8");
  }

  @Test
  void aStatementThatChangesDataIsRefused() {
    assertFails(() -> server.get("delete from events"), FlightStatusCode.UNIMPLEMENTED, "Cannot");
  }

  @Test
  void secondSnapshotIsTheCurrentOne() {
    assertThat(server.count("{\"table\":\"events\",\"snapshot-id\":" + secondSnapshot + "}"))
        .isEqualTo(15);
  }
}

package io.icerunner.server;

import static io.icerunner.server.TestServer.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Ticket;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.jdbc.JdbcCatalog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What readers are told when other programs commit to a table, or take its files away. */
class LostFilesIT {
  private static final TableIdentifier EVENTS = TableIdentifier.of("default", "events");

  @TempDir Path warehouse;
  private TestServer server;

  @BeforeEach
  void start() {
    server = TestServer.start(warehouse);
  }

  @AfterEach
  void stop() throws InterruptedException {
    server.close();
  }

  private FlightInfo info(String command) {
    return server.client.getInfo(
        FlightDescriptor.command(command.getBytes(StandardCharsets.UTF_8)));
  }

  private static Ticket ticket(FlightInfo info) {
    return info.getEndpoints().get(0).getTicket();
  }

  @Test
  void aMissingDataFileIsNamedAndNeverLeftOut() throws IOException {
    server.put("events", 0, 10, 10);
    server.put("events", 10, 10, 10);
    Path lost = server.dataFiles().get(0);
    Files.delete(lost);

    for (String read :
        List.of(
            "events",
            "select * from events",
            "select count(*) from events where id >= 0",
            "select max(name) from events",
            "{\"table\":\"events\",\"columns\":[\"id\"]}")) {
      assertFails(
          () -> server.get(read), FlightStatusCode.NOT_FOUND, lost.getFileName().toString());
    }
    // Metadata alone answers this one, without a look at the files.
    assertThat(server.get("select count(*) from events")).containsExactly("20");
    server.put("intact", 0, 3, 3);
    assertThat(server.count("intact")).isEqualTo(3);
  }

  @Test
  void aCommitOfAnotherProgramIsSeenByTheNextStatement() throws Exception {
    server.put("events", 0, 10, 10);
    FlightInfo planned = info("select count(*) from events");
    assertThat(server.get("select count(*) from events")).containsExactly("10");
    try (JdbcCatalog other = OtherProgram.open(warehouse)) {
      Table table = other.loadTable(EVENTS);
      table.newAppend().appendFile(anyFile(table)).commit();
    }

    assertThat(server.get("select count(*) from events")).containsExactly("20");
    assertThat(server.count("events")).isEqualTo(20);
    assertThat(server.get(ticket(planned))).containsExactly("10");
  }

  private static DataFile anyFile(Table table) throws IOException {
    try (CloseableIterable<FileScanTask> files = table.newScan().planFiles()) {
      return files.iterator().next().file().copy();
    }
  }

  @Test
  void aTicketOfAnExpiredSnapshotIsNotFound() throws Exception {
    server.put("events", 0, 10, 10);
    FlightInfo table = server.client.getInfo(FlightDescriptor.path("events"));
    FlightInfo statement = info("select id from events");
    server.put("events", 10, 10, 10);
    try (JdbcCatalog other = OtherProgram.open(warehouse)) {
      other
          .loadTable(EVENTS)
          .expireSnapshots()
          .expireOlderThan(Long.MAX_VALUE)
          .retainLast(1)
          .commit();
    }

    assertFails(() -> server.get(ticket(table)), FlightStatusCode.NOT_FOUND, "expired");
    assertFails(() -> server.get(ticket(statement)), FlightStatusCode.NOT_FOUND, "expired");
    assertThat(server.count("events")).isEqualTo(20);
  }

  @Test
  void aReaderWhoseFilesAreDeletedGetsAllRowsOrAnErrorThatNamesTheFile() throws Exception {
    for (int i = 0; i < 8; i++) {
      server.put("events", i * 100_000L, 100_000, 100_000);
    }
    long rows = 0;
    try (FlightStream stream =
        server.client.getStream(new Ticket("events".getBytes(StandardCharsets.UTF_8)))) {
      assertThat(stream.next()).isTrue();
      rows += stream.getRoot().getRowCount();
      for (Path file : server.dataFiles()) {
        Files.delete(file);
      }
      while (stream.next()) {
        rows += stream.getRoot().getRowCount();
      }
      assertThat(rows).isEqualTo(800_000);
    } catch (FlightRuntimeException e) {
      assertThat(e.status().code()).isEqualTo(FlightStatusCode.NOT_FOUND);
      assertThat(e.status().description()).contains(".parquet");
      assertThat(rows).isLessThan(800_000);
    }
    assertFails(() -> server.get("events"), FlightStatusCode.NOT_FOUND, ".parquet");
  }

  @Test
  void theNamespacesOfAnotherProgramAreServed() throws Exception {
    try (JdbcCatalog other = OtherProgram.open(warehouse)) {
      ((SupportsNamespaces) other).createNamespace(Namespace.of("theirs"));
      other.createTable(
          TableIdentifier.of("theirs", "empty"),
          new org.apache.iceberg.Schema(
              org.apache.iceberg.types.Types.NestedField.optional(
                  1, "id", org.apache.iceberg.types.Types.LongType.get())));
    }

    assertThat(server.get("theirs.empty")).isEmpty();
    assertThat(server.get("select count(*) from theirs.empty")).containsExactly("0");
    assertThat(server.client.getInfo(FlightDescriptor.path("theirs", "empty")).getRecords())
        .isZero();
  }
}

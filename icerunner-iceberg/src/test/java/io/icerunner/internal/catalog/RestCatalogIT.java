package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.commit.DuckDbFiles;
import io.icerunner.internal.commit.TableCommitter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that knows one table, whose files are on this machine. */
class RestCatalogIT {
  private static final TableIdentifier ID = TableIdentifier.of("default", "t");

  @TempDir Path warehouse;
  private HttpServer server;
  private CatalogTables local;

  @BeforeEach
  void start() throws IOException {
    local = LocalWarehouse.open(warehouse);
    Table table = local.createTable(ID, DuckDbFiles.SCHEMA);
    new TableCommitter().append(table, List.of(DuckDbFiles.range(table, 0, 5)), Map.of());
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/v1/config", e -> answer(e, 200, "{\"defaults\":{},\"overrides\":{}}"));
    server.createContext("/v1/namespaces/default/tables/t", e -> answer(e, 200, loadTable()));
    server.createContext(
        "/",
        e ->
            answer(
                e,
                404,
                "{\"error\":{\"message\":\"no\",\"type\":\"NoSuchTableException\",\"code\":404}}"));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    local.close();
  }

  @Test
  void readsLocalFilesWithoutHadoop() {
    try (CatalogTables tables = open()) {
      BaseTable table = tables.pinned(ID);
      assertThat(table.io()).isInstanceOf(DefaultFileIO.class);
      assertThat(DuckDbFiles.rows(table)).containsExactly(0L, 1L, 2L, 3L, 4L);
      local.load(ID).updateProperties().set("seen", "yes").commit();
      assertThat(tables.pinned(ID).properties()).containsEntry("seen", "yes");
    }
  }

  @Test
  void aMissingTableIsNotFound() {
    try (CatalogTables tables = open()) {
      assertThatThrownBy(() -> tables.load(TableIdentifier.of("default", "none")))
          .isInstanceOfSatisfying(
              IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }
  }

  @Test
  void aServerThatIsDownIsUnavailable() {
    server.stop(0);
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
        .hasMessageContaining("refused");
  }

  private CatalogTables open() {
    return LocalWarehouse.open(
        new RestCatalogProvider(),
        Map.of("uri", "http://localhost:" + server.getAddress().getPort()));
  }

  private String loadTable() {
    TableMetadata metadata = local.pinned(ID).operations().current();
    return "{\"metadata-location\":\"%s\",\"metadata\":%s,\"config\":{}}"
        .formatted(metadata.metadataFileLocation(), TableMetadataParser.toJson(metadata));
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(
        status, exchange.getRequestMethod().equals("HEAD") ? -1 : body.length);
    try (exchange) {
      if (!exchange.getRequestMethod().equals("HEAD")) {
        exchange.getResponseBody().write(body);
      }
    }
  }
}

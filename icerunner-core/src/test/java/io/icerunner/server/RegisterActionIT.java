package io.icerunner.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegisterActionIT {
  @TempDir private Path folder;

  @BeforeEach
  void makeLake() throws Exception {
    Path lake = folder.resolve("lake/daily");
    Files.createDirectories(lake);
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      statement.execute(
          "COPY (SELECT i, 'a' || i %% 2 AS tile FROM range(10) r(i)) TO '%s' (FORMAT parquet, PARTITION_BY (tile), OVERWRITE)"
              .formatted(lake));
    }
    Files.writeString(folder.resolve("lake/manifest.csv"), "tile,rows\na0,5\na1,5\n");
  }

  private List<String> register(IceRunnerServer server, String body) throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        FlightClient client =
            FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", server.port()))
                .build()) {
      List<String> results = new ArrayList<>();
      client
          .doAction(new Action("register", body.getBytes(UTF_8)))
          .forEachRemaining(result -> results.add(new String(result.getBody(), UTF_8)));
      return results;
    }
  }

  private IceRunnerServerBuilder server() {
    return IceRunnerServer.builder().warehouse(folder.resolve("warehouse")).port(0);
  }

  private String body(String source, String manifest) {
    return "{\"source\":\"%s\",\"manifest\":\"%s\",\"table\":\"t\"}".formatted(source, manifest);
  }

  @Test
  void aClientRegistersWhatTheHostAllows() throws Exception {
    try (IceRunnerServer server =
        server().registerFrom(folder.resolve("lake").toString(), Map.of()).start()) {
      String body = body(folder + "/lake/daily", folder + "/lake/manifest.csv");
      List<String> results = register(server, body);
      assertThat(results).hasSize(2);
      assertThat(results.get(0)).contains("\"units-done\":2").contains("\"rows\":10");
      assertThat(results.get(1))
          .contains("\"table\":\"default.t\"")
          .contains("\"files\":2")
          .contains("\"table-rows\":10");
      assertThat(register(server, body)).hasSize(1).first().asString().contains("\"commits\":0");
    }
  }

  @Test
  void noOtherFolderIsRead() throws Exception {
    try (IceRunnerServer server =
        server().registerFrom(folder.resolve("lake/daily").toString(), Map.of()).start()) {
      for (String source :
          List.of("/etc", folder + "/lake/daily/../../warehouse", folder + "/lake/dailyx")) {
        assertThatThrownBy(() -> register(server, body(source, folder + "/lake/daily/m.csv")))
            .asInstanceOf(InstanceOfAssertFactories.throwable(FlightRuntimeException.class))
            .satisfies(e -> assertThat(e.status().code()).isEqualTo(FlightStatusCode.UNAUTHORIZED))
            .hasMessageContaining("this server registers from");
      }
      assertThatThrownBy(
              () -> register(server, body(folder + "/lake/daily", folder + "/lake/manifest.csv")))
          .hasMessageContaining("manifest.csv");
    }
  }

  @Test
  void withoutAnAllowedFolderThereIsNoSuchAction() throws Exception {
    try (IceRunnerServer server = server().start()) {
      assertThatThrownBy(() -> register(server, body("/lake", "/lake/m.csv")))
          .isInstanceOf(FlightRuntimeException.class)
          .hasMessageContaining("register");
    }
  }
}

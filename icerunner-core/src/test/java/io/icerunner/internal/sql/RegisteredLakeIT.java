package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.register.Registration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A lake of some hundred files outside the warehouse, read through Flight SQL and by DuckDB. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RegisteredLakeIT {
  private static final List<String> TILES =
      List.of("1_2", "1_3", "10_2", "a%20b%3D", "__HIVE_DEFAULT_PARTITION__");
  private static final int YEARS = 5;

  private Path folder;
  private Connection duckdb;
  private SqlServer server;

  @BeforeAll
  void registerLake(@TempDir Path temporary) throws Exception {
    folder = temporary;
    duckdb = DriverManager.getConnection("jdbc:duckdb:");
    for (String tile : TILES) {
      for (int year = 1994; year < 1994 + YEARS; year++) {
        for (int month = 1; month <= 12; month++) {
          write(tile, year, month);
        }
      }
    }
    Path list = folder.resolve("files.txt");
    try (var files = Files.walk(folder.resolve("lake"))) {
      Files.write(list, files.filter(Files::isRegularFile).map(Path::toString).sorted().toList());
    }
    Registration.builder()
        .source(folder.resolve("lake/daily"))
        .filesFrom(list.toString())
        .batchFiles(100)
        .warehouse(folder.resolve("warehouse"))
        .table("climate.daily")
        .build()
        .run();
    server = new SqlServer(folder.resolve("warehouse"));
  }

  @AfterAll
  void close() throws SQLException {
    server.close();
    duckdb.close();
  }

  private Path part(String tile, int year, int month) {
    return folder.resolve(
        "lake/daily/tile=%s/year=%d/month=%d/part.parquet".formatted(tile, year, month));
  }

  private void write(String tile, int year, int month) throws Exception {
    Path file = part(tile, year, month);
    Files.createDirectories(file.getParent());
    execute(
        """
        COPY (SELECT (DATE '%2$d-%3$d-01' + d::INTEGER)::DATE AS date, p::INTEGER AS lat, p::INTEGER * 2 AS lon,
            CASE WHEN hash(p, d, '%1$s') %% 5 = 0 THEN NULL ELSE round(%3$d + hash(d, p, '%1$s') %% 100 / 10.0, 1)::FLOAT END AS tmax,
            (hash(p, d, %2$d) %% 1000) / 8.0::DOUBLE AS feels, NULL::DOUBLE AS sun
          FROM range(28) AS days(d), range(6) AS points(p)) TO '%4$s' (FORMAT parquet)
        """
            .formatted(tile, year, month, file));
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = duckdb.createStatement()) {
      statement.execute(sql);
    }
  }

  /** The same statement over the registered table and over the files themselves. */
  private void assertProbe(String statement) throws SQLException {
    String files =
        "(SELECT * REPLACE (year::INTEGER AS year, month::INTEGER AS month) FROM read_parquet('%s/lake/daily/*/*/*/*.parquet', hive_partitioning = true, hive_types_autocast = false))"
            .formatted(folder);
    List<String> expected = new ArrayList<>();
    try (Statement raw = duckdb.createStatement();
        ResultSet rows = raw.executeQuery(statement.formatted(files))) {
      while (rows.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(rows.getObject(i));
        }
        expected.add(row.toString());
      }
    }
    List<String> found =
        server.query(statement.formatted("climate.daily")).rows().stream()
            .map(Object::toString)
            .toList();
    assertThat(found).isNotEmpty().containsExactlyInAnyOrderElementsOf(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT tile, month, count(*), min(tmax), max(tmax), avg(feels), count(*) - count(tmax), count(*) - count(sun) FROM %s GROUP BY tile, month",
        "SELECT tile, year, month, count(*), min(date)::VARCHAR, max(date)::VARCHAR, sum(lat) FROM %s GROUP BY ALL",
        "SELECT count(*), count(tile), count(DISTINCT tile), count(DISTINCT year) FROM %s",
        "SELECT lat, lon, tmax, feels, sun, tile, year, month FROM %s WHERE tile = '1_2' AND year = 1995 AND month = 7",
        "SELECT count(*), max(tmax) FROM %s WHERE date = DATE '1996-03-09'",
        "SELECT tile, count(*) FROM %s WHERE date BETWEEN DATE '1996-12-20' AND DATE '1997-01-05' AND lat = 3 GROUP BY ALL",
        "SELECT count(*), min(month) FROM %s WHERE tile IS NULL AND feels > 100",
        "SELECT year, count(*) FROM %s WHERE tile = 'a b=' AND month IN (2, 11) GROUP BY ALL",
        "SELECT count(*) FROM %s WHERE sun IS NOT NULL OR tmax IS NULL AND year > 1996",
        "SELECT count(*), sum(a.lat) FROM %1$s a JOIN %1$s b ON a.date = b.date AND a.lat = b.lat AND a.tile = '1_2' AND b.tile = '1_3'",
        "SELECT tile, year, month FROM %s WHERE lat = 0 AND date = DATE '1994-02-01' ORDER BY tile LIMIT 3"
      })
  void answersEqualThoseOverTheFiles(String statement) throws SQLException {
    assertProbe(statement);
    assertProbe(statement);
  }

  @Test
  void aPlainGetGivesEveryRow() throws SQLException {
    FlightInfo info = server.flight().getInfo(FlightDescriptor.path("climate", "daily"));
    List<List<@Nullable Object>> rows = server.read(info).rows();

    assertThat(rows).hasSize(TILES.size() * YEARS * 12 * 28 * 6);
    assertThat(rows.stream().map(row -> row.subList(row.size() - 3, row.size())).distinct())
        .hasSize(TILES.size() * YEARS * 12);
  }

  /** A file that cannot be read any more shows which statements read it. */
  @Test
  void onlyTheFilesThatMatterAreRead() throws Exception {
    String table = "climate.daily";
    assertThat(server.query("SELECT count(feels) FROM " + table).single())
        .isEqualTo((long) TILES.size() * YEARS * 12 * 28 * 6);
    Path broken = part("10_2", 1998, 12);
    byte[] bytes = Files.readAllBytes(broken);
    Files.delete(broken);
    try {
      assertThat(server.query("SELECT count(*) FROM " + table).single())
          .isEqualTo((long) TILES.size() * YEARS * 12 * 28 * 6);
      assertThat(server.query("SELECT count(1) AS n FROM " + table).single())
          .isEqualTo((long) TILES.size() * YEARS * 12 * 28 * 6);
      for (String others :
          List.of("tile = '1_2'", "year < 1998", "month = 11", "date = DATE '1998-11-30'")) {
        server.query("SELECT sum(feels) FROM " + table + " WHERE " + others);
      }
      for (String own : List.of("tile = '10_2'", "date = DATE '1998-12-05'", "lat = 5")) {
        assertThatThrownBy(() -> server.query("SELECT sum(feels) FROM " + table + " WHERE " + own))
            .hasMessageContaining("tile=10_2/year=1998/month=12/part.parquet")
            .hasMessageContaining("does not exist");
      }
    } finally {
      Files.write(broken, bytes);
    }
  }

  @Test
  void statementsStillReachNoFiles() {
    String file = part("1_2", 1994, 1).toString();
    for (String statement :
        List.of(
            "SELECT * FROM read_parquet('" + file + "')",
            "SELECT * FROM '" + file + "'",
            "SELECT * FROM temp.main.icerunner_constants",
            "SELECT getvariable('icerunner_files')")) {
      assertThatThrownBy(() -> server.query(statement)).isInstanceOf(RuntimeException.class);
    }
  }
}

package io.icerunner.register;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A lake as its producer writes it, by DuckDB: folders of tiles, years and months. */
final class SmallLake implements AutoCloseable {
  private final Path folder;
  private final Connection duckdb;

  SmallLake(Path folder) throws SQLException {
    this.folder = folder;
    this.duckdb = DriverManager.getConnection("jdbc:duckdb:");
  }

  Path daily() {
    return folder.resolve("daily");
  }

  Path manifest() {
    return folder.resolve("manifest.parquet");
  }

  /** One file with ten points for each day of a month of 1994 and later. */
  Path part(String tile, int year, int month) throws Exception {
    Path file =
        daily().resolve("tile=%s/year=%s/month=%s/part.parquet".formatted(tile, year, month));
    Files.createDirectories(file.getParent());
    copy(
        """
        SELECT d::DATE AS date, p::INTEGER AS lat, (p * 2)::INTEGER AS lon,
          (p + extract(day FROM d) + hash('%1$s') %% 100) / 10.0::DOUBLE AS tmax,
          CASE WHEN p %% 3 = 0 THEN NULL ELSE tmax - 1 END AS feels, NULL::DOUBLE AS sun
        FROM range(DATE '%2$s-%3$s-01', DATE '%2$s-%3$s-01' + INTERVAL 1 MONTH, INTERVAL 1 DAY) AS days(d),
          range(10) AS points(p)
        """
            .formatted(tile, year, month),
        file);
    return file;
  }

  /** Writes any query as a Parquet file. */
  void copy(String query, Path file) throws Exception {
    Files.createDirectories(file.getParent());
    execute(
        "COPY (%s) TO '%s' (FORMAT parquet)".formatted(query, file.toString().replace("'", "''")));
  }

  /** A manifest of the tiles, years and months that there are now, with their rows. */
  void writeManifest() throws Exception {
    execute(
        """
        COPY (SELECT tile, year, month, count(*) AS rows
          FROM read_parquet('%s/*/*/*/*.parquet', hive_partitioning = true, hive_types = {tile: VARCHAR})
          GROUP BY ALL) TO '%s' (FORMAT parquet)
        """
            .formatted(daily(), manifest()));
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = duckdb.createStatement()) {
      statement.execute(sql);
    }
  }

  long number(String query) throws SQLException {
    try (Statement statement = duckdb.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Override
  public void close() throws SQLException {
    duckdb.close();
  }
}

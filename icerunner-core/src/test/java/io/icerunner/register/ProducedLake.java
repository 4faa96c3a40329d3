package io.icerunner.register;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * A producer's folder: {@code daily/tile=0_T/year=1994/month=M/part.parquet} of 20 + T % 7 + M rows
 * each, and {@code manifest.parquet}, which names a tile once it is whole. Not safe for threads.
 */
final class ProducedLake implements AutoCloseable {
  static final int MONTHS = 3;

  private final Path folder;
  private final Connection duckDb = DriverManager.getConnection("jdbc:duckdb:");
  private final List<Path> parts = new ArrayList<>();
  private long rows;

  ProducedLake(Path folder) throws SQLException {
    this.folder = folder;
    execute("SET threads = 1");
    execute("CREATE TABLE manifest (tile VARCHAR, year INTEGER, month INTEGER, rows BIGINT)");
  }

  /** Adds tiles up to that number, each to the manifest when its parts are there. */
  void produce(int tiles) throws Exception {
    while (parts.size() < tiles * MONTHS) {
      produceTile();
    }
  }

  void produceTile() throws Exception {
    int tile = parts.size() / MONTHS;
    for (int month = 1; month <= MONTHS; month++) {
      addPart(tile, month);
    }
    publish();
  }

  private void addPart(int tile, int month) throws Exception {
    Path part =
        folder.resolve("daily/tile=0_%d/year=1994/month=%d/part.parquet".formatted(tile, month));
    int count = 20 + tile % 7 + month;
    Files.createDirectories(part.getParent());
    execute(
        """
        COPY (SELECT DATE '1994-%1$02d-01' + (i %% 20)::INTEGER AS date, %2$d + i::INTEGER AS lat_idx,
                     i * 0.5 AS tmax, NULL::DOUBLE AS sun
              FROM range(%3$d) AS rows(i)) TO '%4$s' (FORMAT parquet)
        """
            .formatted(month, tile, count, part));
    execute("INSERT INTO manifest VALUES ('0_%d', 1994, %d, %d)".formatted(tile, month, count));
    parts.add(part);
    rows += count;
  }

  private void publish() throws SQLException, IOException {
    Path next = folder.resolve(".manifest.next");
    execute("COPY manifest TO '%s' (FORMAT parquet)".formatted(next));
    Files.move(next, manifest(), StandardCopyOption.ATOMIC_MOVE);
  }

  private void execute(String sql) throws SQLException {
    try (var statement = duckDb.createStatement()) {
      statement.execute(sql);
    }
  }

  Path folder() {
    return folder;
  }

  Path manifest() {
    return folder.resolve("manifest.parquet");
  }

  /** Whole parts, in the order of the manifest. */
  List<Path> parts() {
    return List.copyOf(parts);
  }

  /** In all whole parts. */
  long rows() {
    return rows;
  }

  @Override
  public void close() throws SQLException {
    duckDb.close();
  }
}

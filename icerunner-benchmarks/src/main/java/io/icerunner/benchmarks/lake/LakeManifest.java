package io.icerunner.benchmarks.lake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBAppender;

/**
 * The list of the parts that are whole: {@code manifest.parquet} with the columns tile, year, month
 * and rows. A reader sees the file before or the file after, never a part of it. Safe for threads
 * of one process.
 */
final class LakeManifest implements AutoCloseable {
  private final LakeDuckDb duckDb = new LakeDuckDb();
  private final Path file;

  /** Empty at first; a manifest that is there is replaced by the first {@link #publish}. */
  LakeManifest(Path lake) throws SQLException {
    file = lake.resolve("manifest.parquet");
    duckDb.execute(
        "CREATE TABLE manifest (tile VARCHAR, year INTEGER, month INTEGER, rows BIGINT)");
  }

  synchronized void add(List<LakePart> parts) throws SQLException {
    try (DuckDBAppender appender = duckDb.append("manifest")) {
      for (LakePart part : parts) {
        appender
            .beginRow()
            .append(part.tile().name())
            .append(part.month().getYear())
            .append(part.month().getMonthValue())
            .append(part.rows())
            .endRow();
      }
    }
  }

  synchronized void publish() throws SQLException {
    Path next = file.resolveSibling(".manifest.next");
    duckDb.execute("COPY manifest TO %s (FORMAT parquet)".formatted(LakeDuckDb.quoted(next)));
    try {
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public synchronized void close() throws SQLException {
    duckDb.close();
  }
}

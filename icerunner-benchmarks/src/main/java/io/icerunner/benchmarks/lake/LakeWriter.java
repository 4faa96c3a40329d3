package io.icerunner.benchmarks.lake;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Writes the parts of a tile with DuckDB: no field ids, one row group per part, its rows by date.
 * The values are a function of tile, day and grid point, so the same tile comes out alike every
 * time. Not safe for threads.
 */
final class LakeWriter implements AutoCloseable {
  /** A statement per part costs more than its rows; from 524,288 rows on, DuckDB may cut parts. */
  private static final int ROWS_PER_COPY = 500_000;

  private static final LocalDate DAY_ZERO = LocalDate.of(1900, 1, 1);

  private static final String ROWS =
      """
      SELECT '%1$s' AS tile, year(date) AS year, month(date) AS month, date,
             (%2$d + point // %4$d)::INTEGER AS lat_idx, (%3$d + point %% %4$d)::INTEGER AS lon_idx,
             round(14 - 16 * season + noise %% 120 / 10, 1) AS tmax,
             CASE WHEN noise %% 50 <> 0 THEN round(12 - 17 * season + noise %% 150 / 10, 1) END AS feels,
             NULL::DOUBLE AS sun
      FROM (SELECT DATE '1900-01-01' + (i // %5$d)::INTEGER AS date,
                   i %% %5$d AS point,
                   cos((i // %5$d) / 58.1) AS season,
                   hash(i + %6$d) AS noise
            FROM range(%7$d * %5$d, %8$d * %5$d) AS rows(i))
      """;

  private final LakeDuckDb duckDb = new LakeDuckDb();
  private final Path lake;
  private final int side;

  LakeWriter(Path lake, int side) throws SQLException {
    this.lake = lake;
    this.side = side;
  }

  /** The parts are of one tile and of successive months; files that exist are replaced. */
  void write(List<LakePart> parts) throws SQLException {
    int months = Math.max(1, ROWS_PER_COPY / (31 * side * side));
    for (int from = 0; from < parts.size(); from += months) {
      copy(parts.subList(from, Math.min(from + months, parts.size())));
    }
  }

  private void copy(List<LakePart> parts) throws SQLException {
    duckDb.execute(
        "COPY (%s) TO %s (FORMAT parquet, PARTITION_BY (tile, year, month), FILENAME_PATTERN 'part', OVERWRITE_OR_IGNORE)"
            .formatted(rows(parts), LakeDuckDb.quoted(lake.resolve("daily"))));
    for (LakePart part : parts) {
      name(lake.resolve(part.path()));
    }
  }

  private String rows(List<LakePart> parts) {
    LakeTile tile = parts.get(0).tile();
    return ROWS.formatted(
        tile.name(),
        tile.row() * side,
        tile.column() * side,
        side,
        side * side,
        (tile.number() + 1L) * 1_000_000_007L,
        DAY_ZERO.until(parts.get(0).month().atDay(1), ChronoUnit.DAYS),
        DAY_ZERO.until(
            parts.get(parts.size() - 1).month().plusMonths(1).atDay(1), ChronoUnit.DAYS));
  }

  /** DuckDB numbers the files of a partition. */
  private static void name(Path part) {
    try {
      Files.move(part.resolveSibling("part0.parquet"), part, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws SQLException {
    duckDb.close();
  }
}

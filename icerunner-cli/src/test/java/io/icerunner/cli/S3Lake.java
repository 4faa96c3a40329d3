package io.icerunner.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/** A small lake of tiles, years and months in a bucket, as its producer writes it. */
final class S3Lake {
  static final int ROWS_A_FILE = 40;

  private final Path bucket;

  S3Lake(Path bucket) {
    this.bucket = bucket;
  }

  /** One file for each month of a year. */
  void year(String tile, int year) throws IOException, SQLException {
    List<String> statements = new ArrayList<>();
    for (int month = 1; month <= 12; month++) {
      Path file =
          bucket.resolve(
              "daily/tile=%s/year=%d/month=%d/part.parquet".formatted(tile, year, month));
      Files.createDirectories(file.getParent());
      statements.add(
          """
          COPY (SELECT (DATE '%d-%02d-01' + (i %% 28)::INTEGER) AS date, i::INTEGER AS lat,
              (i * 2)::INTEGER AS lon, (i + %d) / 10.0::DOUBLE AS tmax, NULL::DOUBLE AS sun
            FROM range(%d) AS rows(i)) TO '%s' (FORMAT parquet)
          """
              .formatted(year, month, month, ROWS_A_FILE, file));
    }
    run(statements.toArray(String[]::new));
  }

  /** A manifest of all that is there. */
  void manifest() throws SQLException {
    run(
        """
        COPY (SELECT tile, year, month, count(*) AS rows
          FROM read_parquet('%1$s/daily/*/*/*/*.parquet', hive_partitioning = true, hive_types = {tile: VARCHAR})
          GROUP BY ALL) TO '%1$s/manifest.parquet' (FORMAT parquet)
        """
            .formatted(bucket));
  }

  /** A digest of names, times and bytes of everything in the bucket. */
  String digest() throws IOException {
    MessageDigest digest = sha256();
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(bucket)) {
      paths = walk.sorted().toList();
    }
    for (Path path : paths) {
      digest.update(
          "%s %s"
              .formatted(path, Files.getLastModifiedTime(path))
              .getBytes(StandardCharsets.UTF_8));
      if (Files.isRegularFile(path)) {
        digest.update(Files.readAllBytes(path));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(String... statements) throws SQLException {
    try (Connection duckdb = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duckdb.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }
}

package io.icerunner.internal.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.jdbc.UncheckedSQLException;

/** The SQLite file of a warehouse, looked at without opening the catalog in it. */
record CatalogFile(Path path) {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final List<String> PARTS = List.of("", "-wal", "-shm", "-journal");

  /** True if there is a file with something in it. */
  boolean exists() {
    try {
      return Files.size(path) > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** True if SQLite finds the file broken. */
  boolean isDamaged() {
    if (!exists()) {
      return false;
    }
    try (Connection connection = DriverManager.getConnection(SqliteUri.of(path));
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery("PRAGMA quick_check(1)")) {
      return !answer.next() || !"ok".equals(answer.getString(1));
    } catch (SQLException e) {
      if (SqliteFailures.isDamaged(e)) {
        return true;
      }
      throw new UncheckedSQLException(e, "Cannot read the catalog file %s", path);
    }
  }

  /** All rows; none if there is no file, or one in which no catalog was made yet. */
  List<CatalogRow> rows() {
    if (!exists()) {
      return List.of();
    }
    try (Connection connection = DriverManager.getConnection(SqliteUri.of(path))) {
      return CatalogRows.exist(connection) ? CatalogRows.all(connection) : List.of();
    } catch (SQLException e) {
      throw new UncheckedSQLException(e, "Cannot read the catalog file %s", path);
    }
  }

  /** The rows of a damaged file that can be read, up to the damage. */
  List<CatalogRow> readableRows() {
    List<CatalogRow> rows = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(SqliteUri.of(path))) {
      CatalogRows.addTo(rows, connection);
    } catch (SQLException e) {
      // What was read so far is what there is.
    }
    return rows;
  }

  /**
   * Gives the file and its journals other names, so that a new one can be made; returns the name.
   */
  Path moveAside() throws IOException {
    String suffix = ".damaged-" + TIME.format(Instant.now());
    for (String part : PARTS) {
      Path file = path.resolveSibling(path.getFileName() + part);
      if (Files.exists(file)) {
        Files.move(file, path.resolveSibling(path.getFileName() + suffix + part));
      }
    }
    Disk.syncFolder(path);
    return path.resolveSibling(path.getFileName() + suffix);
  }
}

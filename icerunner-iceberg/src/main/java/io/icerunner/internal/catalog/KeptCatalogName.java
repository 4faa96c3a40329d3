package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import org.apache.iceberg.jdbc.UncheckedSQLException;

/**
 * The name under which a SQLite file keeps its tables: {@code default}, or the only other one in a
 * file that somebody else made.
 */
final class KeptCatalogName {
  /** As in PyIceberg. */
  static final String DEFAULT = "default";

  private static final String NAMES =
      "SELECT catalog_name FROM iceberg_tables UNION SELECT catalog_name FROM"
          + " iceberg_namespace_properties";

  private KeptCatalogName() {}

  static String in(Path file) {
    Set<String> names = Files.exists(file) ? names(file) : Set.of();
    if (names.isEmpty() || names.contains(DEFAULT)) {
      return DEFAULT;
    }
    if (names.size() > 1) {
      throw IceRunnerException.invalidArgument(
          "Cannot open %s: it holds the catalogs %s and none is named %s; open one with the catalog provider jdbc"
              .formatted(file, String.join(", ", names), DEFAULT));
    }
    return names.iterator().next();
  }

  private static Set<String> names(Path file) {
    Set<String> names = new TreeSet<>();
    try (Connection connection = DriverManager.getConnection(SqliteUri.of(file));
        Statement statement = connection.createStatement()) {
      if (!hasTables(statement)) {
        return names;
      }
      try (ResultSet rows = statement.executeQuery(NAMES)) {
        while (rows.next()) {
          names.add(rows.getString(1));
        }
      }
      return names;
    } catch (SQLException e) {
      throw new UncheckedSQLException(e, "Cannot read the catalog file %s", file);
    }
  }

  private static boolean hasTables(Statement statement) throws SQLException {
    try (ResultSet count =
        statement.executeQuery(
            "SELECT count(*) FROM sqlite_master WHERE name IN ('iceberg_tables',"
                + " 'iceberg_namespace_properties')")) {
      return count.next() && count.getInt(1) == 2;
    }
  }
}

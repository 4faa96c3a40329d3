package io.icerunner.benchmarks.lake;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** An engine of its own with one thread. Not safe for threads. */
final class LakeDuckDb implements AutoCloseable {
  private final DuckDBConnection connection;

  LakeDuckDb() throws SQLException {
    connection = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:");
    execute("SET threads = 1");
  }

  void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  DuckDBAppender append(String table) throws SQLException {
    return connection.createAppender(table);
  }

  static String quoted(Path path) {
    return "'" + path.toString().replace("'", "''") + "'";
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}

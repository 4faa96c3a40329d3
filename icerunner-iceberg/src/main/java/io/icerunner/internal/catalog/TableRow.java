package io.icerunner.internal.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.jspecify.annotations.Nullable;

/**
 * The row of a table in the database of a JDBC catalog, schema version V1: where its current
 * metadata is.
 */
final class TableRow {
  private static final String KEY =
      " WHERE catalog_name = ? AND table_namespace = ? AND table_name = ?";
  private static final String IS_TABLE = " AND (iceberg_type = 'TABLE' OR iceberg_type IS NULL)";
  private static final String SELECT =
      "SELECT metadata_location FROM iceberg_tables" + KEY + IS_TABLE;
  private static final String INSERT =
      "INSERT INTO iceberg_tables (catalog_name, table_namespace, table_name, metadata_location,"
          + " iceberg_type) VALUES (?, ?, ?, ?, 'TABLE')";
  private static final String UPDATE =
      "UPDATE iceberg_tables SET metadata_location = ?, previous_metadata_location = ?"
          + KEY
          + " AND metadata_location = ?"
          + IS_TABLE;

  private final JdbcConnections connections;
  private final String catalogName;
  private final TableIdentifier identifier;

  TableRow(JdbcConnections connections, String catalogName, TableIdentifier identifier) {
    this.connections = connections;
    this.catalogName = catalogName;
    this.identifier = identifier;
  }

  /** Where the current metadata is; null if there is no such table. */
  @Nullable String metadataLocation() {
    return run(
        "look up",
        SELECT,
        statement -> {
          setKey(statement, 1);
          try (ResultSet rows = statement.executeQuery()) {
            return rows.next() ? rows.getString(1) : null;
          }
        });
  }

  /** Makes the row; false if something of that name exists. */
  boolean insert(String location) {
    try {
      return Integer.valueOf(1)
          .equals(
              run(
                  "create",
                  INSERT,
                  statement -> {
                    setKey(statement, 1);
                    statement.setString(4, location);
                    return statement.executeUpdate();
                  }));
    } catch (UncheckedSQLException e) {
      if (isDuplicate(e)) {
        return false;
      }
      throw e;
    }
  }

  /** Moves the row from one location to the next; false if it is not at the first. */
  boolean update(String from, String to) {
    return Integer.valueOf(1)
        .equals(
            run(
                "commit",
                UPDATE,
                statement -> {
                  statement.setString(1, to);
                  statement.setString(2, from);
                  setKey(statement, 3);
                  statement.setString(6, from);
                  return statement.executeUpdate();
                }));
  }

  private void setKey(PreparedStatement statement, int first) throws SQLException {
    statement.setString(first, catalogName);
    statement.setString(first + 1, String.join(".", identifier.namespace().levels()));
    statement.setString(first + 2, identifier.name());
  }

  private <R> @Nullable R run(String verb, String sql, Work<R> work) {
    try {
      return connections.run(
          connection -> {
            try (PreparedStatement statement = prepare(connection, sql)) {
              return work.run(statement);
            }
          });
    } catch (SQLException e) {
      throw new UncheckedSQLException(
          e, "Cannot %s table %s in the catalog's database", verb, identifier);
    }
  }

  private static PreparedStatement prepare(Connection connection, String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  private static boolean isDuplicate(UncheckedSQLException failure) {
    @Nullable SQLException sql = SqliteFailures.sqlCause(failure);
    if (sql == null) {
      return false;
    }
    String state = String.valueOf(sql.getSQLState());
    String message = String.valueOf(sql.getMessage());
    return state.startsWith("23") || message.contains("constraint failed");
  }

  private interface Work<R> {
    @Nullable R run(PreparedStatement statement) throws SQLException;
  }
}

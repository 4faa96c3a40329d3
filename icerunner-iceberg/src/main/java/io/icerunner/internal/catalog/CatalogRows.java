package io.icerunner.internal.catalog;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/** Reads and fills the table of a JDBC catalog that holds its tables, in any schema version. */
final class CatalogRows {
  private static final String SELECT = "SELECT * FROM iceberg_tables";
  private static final String SELECT_ONE =
      SELECT + " WHERE catalog_name = ? AND table_namespace = ? AND table_name = ?";
  private static final String IS_EMPTY =
      "SELECT NOT EXISTS (SELECT 1 FROM iceberg_tables) AND NOT EXISTS (SELECT 1 FROM"
          + " iceberg_namespace_properties)";
  private static final String INSERT_NAMESPACE =
      "INSERT INTO iceberg_namespace_properties (catalog_name, namespace, property_key,"
          + " property_value) SELECT ?, ?, 'exists', 'true' WHERE NOT EXISTS (SELECT 1 FROM"
          + " iceberg_namespace_properties WHERE catalog_name = ? AND namespace = ?)";
  private static final String INSERT =
      "INSERT INTO iceberg_tables (catalog_name, table_namespace, table_name, metadata_location,"
          + " iceberg_type) VALUES (?, ?, ?, ?, 'TABLE')";

  private CatalogRows() {}

  /** True if the database has a table for them. */
  static boolean exist(Connection connection) throws SQLException {
    try (ResultSet tables =
        connection.getMetaData().getTables(null, null, "iceberg_tables", null)) {
      return tables.next();
    }
  }

  /** The rows of all tables of all catalogs in the database; views are no tables. */
  static List<CatalogRow> all(Connection connection) throws SQLException {
    List<CatalogRow> all = new ArrayList<>();
    addTo(all, connection);
    return all;
  }

  /** Adds row by row, so that those before a damaged place are had. */
  static void addTo(List<CatalogRow> target, Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(SELECT)) {
      boolean typed = hasTypes(rows.getMetaData());
      while (rows.next()) {
        if (!typed || isTable(rows.getString("iceberg_type"))) {
          target.add(row(rows));
        }
      }
    }
  }

  static @Nullable CatalogRow find(Connection connection, String catalog, TableIdentifier table)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(SELECT_ONE)) {
      statement.setString(1, catalog);
      statement.setString(2, String.join(".", table.namespace().levels()));
      statement.setString(3, table.name());
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? row(rows) : null;
      }
    }
  }

  /** True if there is neither a table nor a namespace. */
  static boolean isEmpty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(IS_EMPTY)) {
      return answer.next() && answer.getBoolean(1);
    }
  }

  /** Makes all rows in one transaction of SQLite, if it is still empty; else none. */
  static boolean fillEmpty(
      Connection connection, String catalog, Map<TableIdentifier, String> locations)
      throws SQLException {
    return insertIf(connection, () -> isEmpty(connection), catalog, locations);
  }

  /** Makes a row in one transaction of SQLite, if the name is free and the row is wanted. */
  static boolean insert(
      Connection connection,
      String catalog,
      TableIdentifier table,
      String location,
      BooleanSupplier isWanted)
      throws SQLException {
    return insertIf(
        connection,
        () -> find(connection, catalog, table) == null && isWanted.getAsBoolean(),
        catalog,
        Map.of(table, location));
  }

  private interface Condition {
    boolean holds() throws SQLException;
  }

  private static boolean insertIf(
      Connection connection,
      Condition condition,
      String catalog,
      Map<TableIdentifier, String> locations)
      throws SQLException {
    execute(connection, "BEGIN IMMEDIATE");
    boolean inserted = false;
    try {
      if (condition.holds()) {
        insert(connection, catalog, locations);
        inserted = true;
      }
    } finally {
      execute(connection, inserted ? "COMMIT" : "ROLLBACK");
    }
    return inserted;
  }

  private static void insert(
      Connection connection, String catalog, Map<TableIdentifier, String> locations)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
      for (Map.Entry<TableIdentifier, String> table : locations.entrySet()) {
        statement.setString(1, catalog);
        statement.setString(2, String.join(".", table.getKey().namespace().levels()));
        statement.setString(3, table.getKey().name());
        statement.setString(4, table.getValue());
        statement.executeUpdate();
      }
    }
    for (TableIdentifier table : locations.keySet()) {
      ensureNamespace(connection, catalog, table.namespace());
    }
  }

  /** Makes rows of a namespace and those above it, where there is none. */
  static void ensureNamespace(Connection connection, String catalog, Namespace namespace)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(INSERT_NAMESPACE)) {
      for (int depth = 1; depth <= namespace.length(); depth++) {
        String level = String.join(".", Arrays.copyOf(namespace.levels(), depth));
        statement.setString(1, catalog);
        statement.setString(2, level);
        statement.setString(3, catalog);
        statement.setString(4, level);
        statement.executeUpdate();
      }
    }
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static boolean hasTypes(ResultSetMetaData columns) throws SQLException {
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      if (columns.getColumnName(i).equalsIgnoreCase("iceberg_type")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTable(@Nullable String type) {
    return type == null || type.equals("TABLE");
  }

  private static CatalogRow row(ResultSet rows) throws SQLException {
    return new CatalogRow(
        rows.getString("catalog_name"),
        rows.getString("table_namespace"),
        rows.getString("table_name"),
        rows.getString("metadata_location"),
        rows.getString("previous_metadata_location"));
  }
}

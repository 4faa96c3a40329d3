package io.icerunner.internal.catalog;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.jspecify.annotations.Nullable;

/** The rows of an open JDBC catalog. */
record JdbcRepairTarget(JdbcConnections connections, String catalogName) implements RepairTarget {

  @Override
  public List<CatalogRow> rows() {
    return Objects.requireNonNull(run(CatalogRows::all));
  }

  @Override
  public @Nullable CatalogRow row(TableIdentifier table) {
    return run(connection -> CatalogRows.find(connection, catalogName, table));
  }

  @Override
  public boolean insert(TableIdentifier table, String location, BooleanSupplier isWanted) {
    return Boolean.TRUE.equals(
        run(connection -> CatalogRows.insert(connection, catalogName, table, location, isWanted)));
  }

  @Override
  public boolean update(TableIdentifier table, String from, String to) {
    return new TableRow(connections, catalogName, table).update(from, to);
  }

  boolean isEmpty() {
    return Boolean.TRUE.equals(run(CatalogRows::isEmpty));
  }

  /** All rows at once, and only if there is nothing in the database. */
  boolean fillEmpty(Map<TableIdentifier, String> locations) {
    return Boolean.TRUE.equals(
        run(connection -> CatalogRows.fillEmpty(connection, catalogName, locations)));
  }

  private <R> @Nullable R run(Query<R> query) {
    try {
      return connections.run(query::run);
    } catch (SQLException e) {
      throw new UncheckedSQLException(e, "Cannot read the tables in the catalog's database");
    }
  }

  private interface Query<R> {
    @Nullable R run(Connection connection) throws SQLException;
  }
}

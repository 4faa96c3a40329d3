package io.icerunner.internal.duckdb;

import io.icerunner.internal.duckdb.DuckDbInstances.Lease;
import io.icerunner.internal.duckdb.sql.PlannedStatement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Schema;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A connection with one prepared statement. Used by one run at a time. */
final class Session implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Session.class);

  /**
   * What a session is good for.
   *
   * @param instance which DuckDB instance it belongs to
   * @param zone its time zone
   * @param sql the prepared text
   */
  record Key(InstanceKey instance, String zone, String sql) {
    static Key of(PlannedStatement planned, ZoneId zone) {
      return new Key(
          InstanceKey.of(planned.files(), planned.plainScan()), Zones.name(zone), planned.sql());
    }
  }

  private final Key key;
  private final Lease lease;
  private final DuckDBConnection connection;
  private final PreparedStatement statement;
  private @Nullable Schema resultSchema;

  private Session(Key key, Lease lease, DuckDBConnection connection, PreparedStatement statement) {
    this.key = key;
    this.lease = lease;
    this.connection = connection;
    this.statement = statement;
  }

  static Session open(
      DuckDbInstances instances, Key key, ZoneId zone, Map<String, List<String>> fileLists)
      throws SQLException {
    Lease lease = instances.lease(key.instance());
    DuckDBConnection connection = null;
    try {
      connection = lease.instance().connect(zone);
      setFileLists(connection, fileLists);
      return new Session(key, lease, connection, connection.prepareStatement(key.sql()));
    } catch (SQLException | RuntimeException e) {
      closeQuietly(connection);
      lease.close();
      throw e;
    }
  }

  private static void setFileLists(DuckDBConnection connection, Map<String, List<String>> lists)
      throws SQLException {
    for (Map.Entry<String, List<String>> list : lists.entrySet()) {
      try (Statement set = connection.createStatement()) {
        set.execute("SET VARIABLE " + list.getKey() + " = " + SqlText.list(list.getValue()));
      }
    }
  }

  Key key() {
    return key;
  }

  Lease lease() {
    return lease;
  }

  DuckDBConnection connection() {
    return connection;
  }

  PreparedStatement statement() {
    return statement;
  }

  /** The schema of the result without parameters. */
  Schema resultSchema(ZoneId zone) throws SQLException {
    Schema known = resultSchema;
    if (known == null) {
      known = PreparedQuery.resultSchema(statement.getMetaData(), zone);
      resultSchema = known;
    }
    return known;
  }

  /** Closes the connection alone, which ends whatever runs on it. */
  void disconnect() {
    closeQuietly(connection);
  }

  @Override
  public void close() {
    disconnect();
    lease.close();
  }

  private static void closeQuietly(@Nullable AutoCloseable resource) {
    if (resource == null) {
      return;
    }
    try {
      resource.close();
    } catch (Exception e) {
      LOG.debug("DuckDB connection did not close", e);
    }
  }
}

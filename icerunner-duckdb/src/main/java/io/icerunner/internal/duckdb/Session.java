package io.icerunner.internal.duckdb;

import io.icerunner.internal.duckdb.DuckDbInstances.Lease;
import io.icerunner.internal.duckdb.sql.PlannedStatement;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.List;
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
          new InstanceKey(planned.roots(), planned.plainScan()), Zones.name(zone), planned.sql());
    }
  }

  private final Key key;
  private final Lease lease;
  private final DuckDBConnection connection;
  private final PreparedStatement statement;
  private final int setupCharacters;
  private @Nullable Schema resultSchema;

  private Session(
      Key key,
      Lease lease,
      DuckDBConnection connection,
      PreparedStatement statement,
      int setupCharacters) {
    this.key = key;
    this.lease = lease;
    this.connection = connection;
    this.statement = statement;
    this.setupCharacters = setupCharacters;
  }

  static Session open(DuckDbInstances instances, Key key, ZoneId zone, List<String> setup)
      throws SQLException {
    Lease lease = instances.lease(key.instance());
    DuckDBConnection connection = null;
    try {
      connection = lease.instance().connect(zone);
      run(connection, setup);
      int setupCharacters = setup.stream().mapToInt(String::length).sum();
      PreparedStatement statement = connection.prepareStatement(key.sql());
      return new Session(key, lease, connection, statement, setupCharacters);
    } catch (SQLException | RuntimeException e) {
      closeQuietly(connection);
      lease.close();
      throw e;
    }
  }

  private static void run(DuckDBConnection connection, List<String> setup) throws SQLException {
    if (setup.isEmpty()) {
      return;
    }
    try (Statement statement = connection.createStatement()) {
      for (String sql : setup) {
        statement.execute(sql);
      }
    }
  }

  Key key() {
    return key;
  }

  /** How long the texts were that made what its statement names. */
  int setupCharacters() {
    return setupCharacters;
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

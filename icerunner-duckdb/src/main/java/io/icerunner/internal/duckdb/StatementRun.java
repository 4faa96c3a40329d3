package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.DuckDbInstances.Lease;
import io.icerunner.internal.duckdb.sql.PlannedStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.duckdb.DuckDBConnection;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a planned statement on a connection of its own. {@link #interrupt} and {@link
 * #disconnect} may be called by other threads, as {@link DuckDbStream} says when.
 */
final class StatementRun implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StatementRun.class);

  private final DuckDbInstances instances;
  private final Lease lease;
  private final PlannedStatement planned;
  private final List<@Nullable Object> parameters;
  private final DuckDBConnection connection;
  private volatile PreparedStatement statement;

  private StatementRun(
      DuckDbInstances instances,
      Lease lease,
      PlannedStatement planned,
      List<@Nullable Object> parameters,
      DuckDBConnection connection,
      PreparedStatement statement) {
    this.instances = instances;
    this.lease = lease;
    this.planned = planned;
    this.parameters = parameters;
    this.connection = connection;
    this.statement = statement;
  }

  /** Prepares a run; nothing runs yet. */
  static StatementRun prepare(
      DuckDbInstances instances,
      PlannedStatement planned,
      List<@Nullable Object> parameters,
      ZoneId zone) {
    Lease lease = null;
    DuckDBConnection connection = null;
    try {
      lease = instances.lease(InstanceKey.of(planned.files(), planned.plainScan()));
      connection = lease.instance().connect(zone);
      setFileLists(connection, planned.fileLists());
      PreparedStatement statement = connection.prepareStatement(planned.sql());
      return new StatementRun(instances, lease, planned, parameters, connection, statement);
    } catch (SQLException | RuntimeException e) {
      closeQuietly(connection);
      closeQuietly(lease);
      throw DuckDbErrors.of(e, planned.files());
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

  /** The schema of the result with the parameters of this run. */
  Schema resultSchema(ZoneId zone) {
    try {
      return parameters.isEmpty()
          ? PreparedQuery.resultSchema(statement.getMetaData(), zone)
          : PreparedQuery.resultSchema(connection, planned.sql(), parameters, zone);
    } catch (SQLException e) {
      throw failure(e);
    }
  }

  /** Runs the statement until its first rows are there. */
  ArrowReader start(BufferAllocator allocator, int batchRows) throws SQLException {
    Parameters.bind(statement, parameters);
    ResultSet result = statement.executeQuery();
    return (ArrowReader)
        result.unwrap(DuckDBResultSet.class).arrowExportStream(allocator, batchRows);
  }

  /**
   * Finds out why a statement failed whose error the driver lost, by running it once more in a way
   * that keeps errors: up to where it failed before.
   */
  SQLException explain(SQLException lost) {
    try (DuckDBPreparedStatement again = connection.prepare(planned.sql())) {
      statement = again;
      Parameters.bind(again, parameters);
      again.query().close();
      return new SQLException(
          "the statement failed once and DuckDB did not say why, then it did not fail", lost);
    } catch (SQLException e) {
      return e;
    }
  }

  /** Asks the statement to stop if it runs; it ends with an error. */
  void interrupt() {
    try {
      statement.cancel();
    } catch (SQLException e) {
      LOG.trace("Statement ended before it was interrupted", e);
    }
  }

  /** Closes the connection, which ends whatever runs on it. */
  void disconnect() {
    closeQuietly(connection);
  }

  /** The error as ours; an instance that is broken by it is not used again. */
  IceRunnerException failure(Throwable error) {
    if (DuckDbErrors.isFatal(error)) {
      instances.discard(lease);
    }
    return DuckDbErrors.of(error, planned.files());
  }

  @Override
  public void close() {
    closeQuietly(connection);
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

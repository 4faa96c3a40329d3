package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.sql.PlannedStatement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.duckdb.DuckDBPreparedStatement;
import org.duckdb.DuckDBResultSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One run of a planned statement on a session of its own. {@link #interrupt} and {@link
 * #disconnect} may be called by other threads, as {@link DuckDbStream} says when.
 */
final class StatementRun {
  private static final Logger LOG = LoggerFactory.getLogger(StatementRun.class);

  private final Sessions sessions;
  private final Session session;
  private final PlannedStatement planned;
  private final List<@Nullable Object> parameters;
  private volatile PreparedStatement statement;

  private StatementRun(
      Sessions sessions,
      Session session,
      PlannedStatement planned,
      List<@Nullable Object> parameters) {
    this.sessions = sessions;
    this.session = session;
    this.planned = planned;
    this.parameters = parameters;
    this.statement = session.statement();
  }

  /** Prepares a run; nothing runs yet. */
  static StatementRun prepare(
      Sessions sessions, PlannedStatement planned, List<@Nullable Object> parameters, ZoneId zone) {
    try {
      return new StatementRun(sessions, sessions.take(planned, zone), planned, parameters);
    } catch (SQLException e) {
      throw DuckDbErrors.of(e, planned.roots());
    }
  }

  /** The schema of the result with the parameters of this run. */
  Schema resultSchema(ZoneId zone) {
    try {
      return parameters.isEmpty()
          ? session.resultSchema(zone)
          : PreparedQuery.resultSchema(session.connection(), planned.sql(), parameters, zone);
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
    try (DuckDBPreparedStatement again = session.connection().prepare(planned.sql())) {
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
    session.disconnect();
  }

  /** The error as ours; an instance that is broken by it is not used again. */
  IceRunnerException failure(Throwable error) {
    if (DuckDbErrors.isFatal(error)) {
      sessions.discard(session);
    }
    return DuckDbErrors.of(error, planned.roots());
  }

  /**
   * Ends the run; all it gave out is closed.
   *
   * @param whole true if the result has been read to its end, so that the session can serve again
   */
  void close(boolean whole) {
    if (whole) {
      sessions.give(session);
    } else {
      session.close();
    }
  }
}

package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.Locale;
import java.util.Properties;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.duckdb.DuckDBConnection;

/**
 * DuckDB's own parser, reached by an instance that holds no data, reads no file and only ever runs
 * one statement of ours. Used by many threads at once.
 */
final class SqlParser implements AutoCloseable {
  private static final String SERIALIZE =
      "SELECT json_serialize_sql(?::VARCHAR, skip_null := true, skip_empty := true)";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final DuckDBConnection instance;
  private final Queue<Session> idle = new ConcurrentLinkedQueue<>();
  private final Set<String> aggregates;

  private record Session(Connection connection, PreparedStatement serialize) {}

  private SqlParser(DuckDBConnection instance) throws SQLException {
    this.instance = instance;
    this.aggregates = loadAggregates(instance);
  }

  static SqlParser open() {
    Properties properties = new Properties();
    properties.setProperty("threads", "1");
    properties.setProperty("autoinstall_known_extensions", "false");
    properties.setProperty("autoload_known_extensions", "false");
    properties.setProperty("enable_external_access", "false");
    try {
      Connection connection = DriverManager.getConnection("jdbc:duckdb:", properties);
      return new SqlParser(connection.unwrap(DuckDBConnection.class));
    } catch (SQLException e) {
      throw IceRunnerException.internal("Cannot open DuckDB's parser: " + e.getMessage(), e);
    }
  }

  /** Whether this names an aggregate function. */
  boolean isAggregate(String function) {
    return aggregates.contains(function);
  }

  /**
   * The statement as DuckDB's parser sees it: either {@code error}, or {@code statements} with one
   * entry.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if it nests too deeply
   */
  JsonNode parse(String sql) {
    try {
      return JSON.readTree(serialize(sql));
    } catch (JsonProcessingException e) {
      throw new IceRunnerException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot understand the statement: its expressions are nested too deeply",
          e);
    } catch (SQLException e) {
      throw new IceRunnerException(
          ErrorCode.INVALID_ARGUMENT, "Cannot understand the statement: " + e.getMessage(), e);
    }
  }

  private String serialize(String sql) throws SQLException {
    Session session = idle.poll();
    if (session == null) {
      Connection connection = instance.duplicate();
      session = new Session(connection, connection.prepareStatement(SERIALIZE));
    }
    try {
      session.serialize.setString(1, sql);
      try (ResultSet result = session.serialize.executeQuery()) {
        result.next();
        String json = result.getString(1);
        idle.add(session);
        return json;
      }
    } catch (SQLException e) {
      session.connection.close();
      throw e;
    }
  }

  private static Set<String> loadAggregates(Connection connection) throws SQLException {
    Set<String> names = new HashSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type ="
                    + " 'aggregate' OR function_type = 'macro' AND macro_definition LIKE '%sum(%'"
                    + " OR function_name LIKE '%\\_group\\_%' ESCAPE '\\'")) {
      while (result.next()) {
        names.add(result.getString(1).toLowerCase(Locale.ROOT));
      }
    }
    return Set.copyOf(names);
  }

  @Override
  public void close() {
    try {
      for (Session session = idle.poll(); session != null; session = idle.poll()) {
        session.connection.close();
      }
      instance.close();
    } catch (SQLException e) {
      throw IceRunnerException.internal("Cannot close DuckDB's parser: " + e.getMessage(), e);
    }
  }
}

package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.function.Function;
import org.duckdb.DuckDBConnection;

/**
 * DuckDB's own parser, reached by an instance that holds no data, reads no file and only ever runs
 * one statement of ours. Used by many threads at once.
 */
final class SqlParser implements AutoCloseable {
  private static final String SERIALIZE =
      "SELECT json_serialize_sql(?::VARCHAR, skip_null := true, skip_empty := true)";
  private static final String DESERIALIZE = "SELECT json_deserialize_sql(?::JSON)";
  private static final String SELECT = "SELECT ";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final DuckDBConnection instance;
  private final Queue<Session> idle = new ConcurrentLinkedQueue<>();
  private final Set<String> aggregates;

  private record Session(
      Connection connection, PreparedStatement serialize, PreparedStatement deserialize) {}

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

  /** The expression as DuckDB writes it, which is the name of a column without alias. */
  String expressionText(JsonNode expression) {
    ObjectNode statement = JSON.createObjectNode();
    ObjectNode node = statement.putArray("statements").addObject().putObject("node");
    node.put("type", "SELECT_NODE").put("aggregate_handling", "STANDARD_HANDLING");
    node.putObject("cte_map");
    node.putArray("select_list").add(expression);
    node.putObject("from_table").put("type", "EMPTY");
    try {
      String sql = call(Session::deserialize, statement.toString());
      return sql.substring(SELECT.length());
    } catch (SQLException e) {
      throw new IceRunnerException(
          ErrorCode.INVALID_ARGUMENT, "Cannot understand the statement: " + e.getMessage(), e);
    }
  }

  private String serialize(String sql) throws SQLException {
    return call(Session::serialize, sql);
  }

  private String call(Function<Session, PreparedStatement> what, String argument)
      throws SQLException {
    Session session = idle.poll();
    if (session == null) {
      session = newSession();
    }
    PreparedStatement statement = what.apply(session);
    try {
      statement.setString(1, argument);
      try (ResultSet result = statement.executeQuery()) {
        result.next();
        String text = result.getString(1);
        idle.add(session);
        return text;
      }
    } catch (SQLException e) {
      session.connection.close();
      throw e;
    }
  }

  private Session newSession() throws SQLException {
    Connection connection = instance.duplicate();
    return new Session(
        connection,
        connection.prepareStatement(SERIALIZE),
        connection.prepareStatement(DESERIALIZE));
  }

  private static Set<String> loadAggregates(Connection connection) throws SQLException {
    Set<String> names = new HashSet<>();
    try (Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT DISTINCT function_name FROM duckdb_functions() WHERE function_type ="
                    + " 'aggregate' OR function_type = 'macro' AND regexp_matches(macro_definition, '(sum|avg|geomean)')"
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

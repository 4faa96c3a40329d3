package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.DuckType.Named;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;

/** Prepares statements and tells the Arrow schemas of their results and parameters. */
final class PreparedQuery {
  private static final String UNKNOWN_TYPE = "UNKNOWN";
  private static final String UNKNOWN_PARAMETER = "INVALID";

  private PreparedQuery() {}

  /** True if the types of the result are only known once the parameters are bound. */
  static boolean dependsOnParameters(PreparedStatement statement) throws SQLException {
    ResultSetMetaData columns = statement.getMetaData();
    return statement.getParameterMetaData().getParameterCount() > 0
        && columns.getColumnCount() == 1
        && columns.getColumnTypeName(1).equals(UNKNOWN_TYPE);
  }

  /** The schema of the result. */
  static Schema resultSchema(ResultSetMetaData columns, ZoneId zone) throws SQLException {
    ResultFields fields = new ResultFields(zone);
    List<Field> result = new ArrayList<>();
    for (int i = 1; i <= columns.getColumnCount(); i++) {
      DuckType type = DuckTypeParser.parse(columns.getColumnTypeName(i));
      result.add(fields.field(columns.getColumnName(i), type));
    }
    return new Schema(result);
  }

  /**
   * The schema of the result with these parameters: binding them may give other types than those
   * DuckDB guessed.
   */
  static Schema resultSchema(
      DuckDBConnection connection, String sql, List<@Nullable Object> parameters, ZoneId zone)
      throws SQLException {
    String empty = "SELECT * FROM (" + sql + "\n) LIMIT 0";
    try (PreparedStatement statement = connection.prepareStatement(empty)) {
      Parameters.bind(statement, parameters);
      try (ResultSet result = statement.executeQuery()) {
        return resultSchema(result.getMetaData(), zone);
      }
    }
  }

  /** One field per parameter; of the null type where DuckDB cannot tell the type. */
  static Schema parameterSchema(PreparedStatement statement, ZoneId zone) throws SQLException {
    ParameterMetaData parameters = statement.getParameterMetaData();
    ResultFields fields = new ResultFields(zone);
    List<Field> result = new ArrayList<>();
    for (int i = 1; i <= parameters.getParameterCount(); i++) {
      result.add(parameter(fields, "$" + i, parameters.getParameterTypeName(i)));
    }
    return new Schema(result);
  }

  private static Field parameter(ResultFields fields, String name, String typeText) {
    if (typeText.equals(UNKNOWN_PARAMETER) || typeText.equals(UNKNOWN_TYPE)) {
      return Field.nullable(name, ArrowType.Null.INSTANCE);
    }
    DuckType type = DuckTypeParser.parse(typeText);
    if (type instanceof Named named && named.name().equals("ENUM")) {
      return Field.nullable(name, ArrowType.Utf8.INSTANCE);
    }
    try {
      return fields.field(name, type);
    } catch (IceRunnerException e) {
      return Field.nullable(name, ArrowType.Null.INSTANCE);
    }
  }
}

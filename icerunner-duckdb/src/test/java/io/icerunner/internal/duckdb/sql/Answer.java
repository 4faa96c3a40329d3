package io.icerunner.internal.duckdb.sql;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/** What a statement gave, in a form that can be compared and shown. */
record Answer(List<String> names, List<String> types, List<String> rows) {

  static Answer of(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      ResultSetMetaData metaData = result.getMetaData();
      List<String> names = new ArrayList<>();
      List<String> types = new ArrayList<>();
      for (int i = 1; i <= metaData.getColumnCount(); i++) {
        names.add(metaData.getColumnName(i));
        types.add(metaData.getColumnTypeName(i));
      }
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= names.size(); i++) {
          row.append(result.getObject(i)).append('|');
        }
        rows.add(row.toString());
      }
      String upper = sql.toUpperCase(Locale.ROOT);
      boolean ordered = upper.lastIndexOf("ORDER BY") > upper.lastIndexOf(')');
      if (!ordered) {
        Collections.sort(rows);
      }
      return new Answer(names, types, rows);
    }
  }
}

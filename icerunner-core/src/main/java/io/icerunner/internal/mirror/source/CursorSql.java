package io.icerunner.internal.mirror.source;

import java.util.List;

/** The statements that follow a table, in standard SQL. */
final class CursorSql {
  private CursorSql() {}

  /** The rows at or after the boundary, and those that could never be found again. */
  static String rows(List<String> table, CursorBoundary<?> boundary, boolean ordered) {
    String column = SqlNames.quoted(boundary.column());
    String predicate = boundary.predicate();
    return "SELECT * FROM "
        + SqlNames.quoted(table)
        + (predicate == null ? "" : " WHERE %s OR %s IS NULL".formatted(predicate, column))
        + (ordered ? " ORDER BY " + column : "");
  }

  /** The rows at or before a value. */
  static String upTo(List<String> table, String column, String literal) {
    return "SELECT * FROM %s WHERE %s <= %s"
        .formatted(SqlNames.quoted(table), SqlNames.quoted(column), literal);
  }

  /** No rows, to learn the columns. */
  static String noRows(List<String> table) {
    return "SELECT * FROM %s WHERE 1 = 0".formatted(SqlNames.quoted(table));
  }

  /** One row: 1 if text is compared by its bytes, else 0. */
  static String textOrder(List<String> table) {
    return ("SELECT CASE WHEN 'Z' < 'a' AND 'z' < 'é' AND '-' < '0' AND 'a-b' < 'ab'"
            + " THEN 1 ELSE 0 END AS by_bytes"
            + " FROM (SELECT COUNT(*) AS n FROM %s WHERE 1 = 0) one_row")
        .formatted(SqlNames.quoted(table));
  }
}

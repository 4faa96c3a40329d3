package io.icerunner.internal.duckdb;

import java.util.Collection;
import java.util.stream.Collectors;

/** Names and strings as SQL text. */
final class SqlText {
  private SqlText() {}

  /** A name in double quotes. */
  static String name(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A string in single quotes. The string holds no character of code 0. */
  static String string(String value) {
    return '\'' + value.replace("'", "''") + '\'';
  }

  /** A list of strings. */
  static String list(Collection<String> values) {
    return values.stream().map(SqlText::string).collect(Collectors.joining(", ", "[", "]"));
  }

  /** A list of strings that may be many: one string, cut apart, is read ten times faster. */
  static String longList(Collection<String> values) {
    if (values.isEmpty() || values.stream().anyMatch(value -> value.indexOf('\n') >= 0)) {
      return list(values);
    }
    return "string_split(%s, chr(10))".formatted(string(String.join("\n", values)));
  }

  /** A path in which no character stands for others when DuckDB expands it. */
  static String globLiteral(String path) {
    StringBuilder literal = null;
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      boolean special = c == '[' || c == '*' || c == '?';
      if (special && literal == null) {
        literal = new StringBuilder(path.length() + 16).append(path, 0, i);
      }
      if (literal != null) {
        literal.append(special ? "[" + c + "]" : String.valueOf(c));
      }
    }
    return literal == null ? path : literal.toString();
  }
}

package io.icerunner.internal.duckdb.sql;

import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.jspecify.annotations.Nullable;

/** Patterns of a string column as Iceberg expressions, as in {@link PredicateReader}. */
final class StringFilter {
  private StringFilter() {}

  /** LIKE without an escape character. */
  static @Nullable Expression like(String column, String pattern, boolean negated) {
    int wildcard = 0;
    while (wildcard < pattern.length() && "%_".indexOf(pattern.charAt(wildcard)) < 0) {
      wildcard++;
    }
    if (wildcard == pattern.length()) {
      return negated ? Expressions.notEqual(column, pattern) : Expressions.equal(column, pattern);
    }
    boolean isPrefix = pattern.substring(wildcard).equals("%");
    return negated && !isPrefix
        ? null
        : startsWith(column, pattern.substring(0, wildcard), negated);
  }

  static @Nullable Expression startsWith(String column, String prefix, boolean negated) {
    if (prefix.isEmpty()) {
      return null;
    }
    return negated
        ? Expressions.notStartsWith(column, prefix)
        : Expressions.startsWith(column, prefix);
  }
}

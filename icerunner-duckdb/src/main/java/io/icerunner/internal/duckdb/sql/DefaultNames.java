package io.icerunner.internal.duckdb.sql;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Quotes {@code default} where it leads a qualified name. It is the usual name of a namespace and
 * of a catalog, and a reserved word to DuckDB, which has no other use for it before a dot.
 */
final class DefaultNames {
  private static final Pattern HINT =
      Pattern.compile("\\bdefault\\s*\\.", Pattern.CASE_INSENSITIVE);

  private DefaultNames() {}

  static String quote(String sql) {
    if (!HINT.matcher(sql).find()) {
      return sql;
    }
    StringBuilder result = new StringBuilder(sql);
    List<Token> tokens = Tokenizer.tokenize(sql);
    for (int i = tokens.size() - 2; i >= 0; i--) {
      Token token = tokens.get(i);
      if (token.isWord("default") && tokens.get(i + 1).isSymbol('.')) {
        result.insert(token.end(), '"').insert(token.start(), '"');
      }
    }
    return result.toString();
  }
}

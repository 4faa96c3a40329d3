package io.icerunner.internal.duckdb.sql;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.sql.Token.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Writes {@code t FOR VERSION AS OF x AS a}, as Spark and Trino spell it, as DuckDB does: {@code t
 * AS a AT (VERSION => x)}.
 */
final class AsOfClauses {
  private static final Pattern HINT =
      Pattern.compile("\\bFOR\\b.*\\bAS\\b.*\\bOF\\b", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
  private static final Set<String> VERSION = Set.of("VERSION", "SYSTEM_VERSION");
  private static final Set<String> TIMESTAMP = Set.of("TIMESTAMP", "SYSTEM_TIME");
  private static final Set<String> TYPES = Set.of("DATE", "TIMESTAMP", "TIMESTAMPTZ");

  /** Words that can follow a table and so are no alias. */
  private static final Set<String> NO_ALIAS =
      Set.of(
          "ANTI",
          "ASOF",
          "AT",
          "CROSS",
          "EXCEPT",
          "FETCH",
          "FROM",
          "FULL",
          "GROUP",
          "HAVING",
          "INNER",
          "INTERSECT",
          "JOIN",
          "LEFT",
          "LIMIT",
          "NATURAL",
          "OFFSET",
          "ON",
          "ORDER",
          "PIVOT",
          "POSITIONAL",
          "QUALIFY",
          "RIGHT",
          "SELECT",
          "SEMI",
          "TABLESAMPLE",
          "UNION",
          "UNPIVOT",
          "USING",
          "WHERE",
          "WINDOW");

  private final String sql;
  private final List<Token> tokens;
  private final StringBuilder result = new StringBuilder();

  private AsOfClauses(String sql) {
    this.sql = sql;
    this.tokens = Tokenizer.tokenize(sql);
  }

  static String rewrite(String sql) {
    return HINT.matcher(sql).find() ? new AsOfClauses(sql).run() : sql;
  }

  private String run() {
    int copied = 0;
    for (int i = 0; i + 4 < tokens.size(); i++) {
      if (isClause(i)) {
        int valueEnd = valueEnd(i + 4);
        int aliasEnd = aliasEnd(valueEnd);
        result.append(sql, copied, tokens.get(i).start());
        if (aliasEnd > valueEnd) {
          result.append(text(valueEnd, aliasEnd)).append(' ');
        }
        String unit = isOneOf(i + 1, VERSION) ? "VERSION" : "TIMESTAMP";
        result.append("AT (").append(unit).append(" => ").append(text(i + 4, valueEnd)).append(')');
        copied = tokens.get(aliasEnd - 1).end();
        i = aliasEnd - 1;
      }
    }
    return result.append(sql, copied, sql.length()).toString();
  }

  private boolean isClause(int i) {
    return tokens.get(i).isWord("FOR")
        && (isOneOf(i + 1, VERSION) || isOneOf(i + 1, TIMESTAMP))
        && tokens.get(i + 2).isWord("AS")
        && tokens.get(i + 3).isWord("OF");
  }

  private int valueEnd(int i) {
    Token first = tokens.get(i);
    if (first.kind() == Kind.NUMBER || first.kind() == Kind.STRING) {
      return i + 1;
    }
    if (isOneOf(i, TYPES) && i + 1 < tokens.size() && tokens.get(i + 1).kind() == Kind.STRING) {
      return i + 2;
    }
    throw IceRunnerException.invalidArgument(
        "Cannot understand the statement: AS OF takes a number, a string or a timestamp (at"
            + " character %d)".formatted(first.start() + 1));
  }

  private int aliasEnd(int i) {
    int end = i;
    if (end < tokens.size() && tokens.get(end).isWord("AS")) {
      end += 2;
    } else if (end < tokens.size() && tokens.get(end).isName() && !isOneOf(end, NO_ALIAS)) {
      end++;
    }
    if (end > i && end < tokens.size() && tokens.get(end).isSymbol('(')) {
      while (end < tokens.size() && !tokens.get(end).isSymbol(')')) {
        end++;
      }
      end++;
    }
    return Math.min(end, tokens.size());
  }

  private boolean isOneOf(int i, Set<String> words) {
    return i < tokens.size()
        && tokens.get(i).kind() == Kind.WORD
        && words.contains(tokens.get(i).text().toUpperCase(Locale.ROOT));
  }

  private String text(int from, int to) {
    return sql.substring(tokens.get(from).start(), tokens.get(to - 1).end());
  }
}

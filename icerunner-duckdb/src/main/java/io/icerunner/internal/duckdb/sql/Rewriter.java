package io.icerunner.internal.duckdb.sql;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Puts scans in the place of tables, leaving the client's text around them as it is. Columns that
 * are qualified with more than the table's name are shortened, since a scan has only an alias.
 */
final class Rewriter {
  private final AnalyzedStatement statement;
  private final Bindings bindings;
  private final Map<Integer, Long> counts;
  private final TreeMap<Integer, Splice> splices = new TreeMap<>();

  private record Splice(Span span, String text) {}

  /**
   * @param counts the rows of tables that are only counted, by number of the reference
   */
  Rewriter(AnalyzedStatement statement, Bindings bindings, Map<Integer, Long> counts) {
    this.statement = statement;
    this.bindings = bindings;
    this.counts = counts;
  }

  /**
   * @param scans the SELECT for each reference, by number
   */
  String rewrite(List<String> scans) {
    for (BoundTable table : bindings.tables()) {
      add(table.reference().span(), scan(table, scans.get(table.reference().number())));
    }
    for (ColumnReference column : statement.columns()) {
      shorten(column);
    }
    statement.rowCounts().forEach(this::count);
    return spliced();
  }

  private void count(RowCount count) {
    Long rows = counts.get(count.table().number());
    if (rows == null) {
      return;
    }
    for (RowCount.Column column : count.columns()) {
      String name = column.name() == null ? "" : " AS " + quoted(column.name());
      add(column.span(), "CAST(%d AS BIGINT)%s".formatted(rows, name));
    }
  }

  private String scan(BoundTable table, String select) {
    StringBuilder sql = new StringBuilder();
    sql.append('(').append(select).append(") AS ").append(quoted(table.alias()));
    List<String> aliases = table.reference().columnAliases();
    boolean counted = counts.containsKey(table.reference().number());
    if (!counted && !aliases.isEmpty()) {
      sql.append('(');
      sql.append(aliases.stream().map(Rewriter::quoted).collect(Collectors.joining(", ")));
      sql.append(')');
    }
    if (table.reference().sampled()) {
      sql.append(' ').append(sample(table.reference()));
    }
    return sql.toString();
  }

  private String sample(TableReference reference) {
    for (Token token : statement.text().tokens()) {
      if (token.start() >= reference.span().start() && token.isWord("TABLESAMPLE")) {
        return statement.text().sql().substring(token.start(), reference.span().end());
      }
    }
    throw IceRunnerException.internal(
        "Cannot find the sample of table " + reference.shortName(), null);
  }

  private void shorten(ColumnReference column) {
    Bindings.Match match = bindings.match(column);
    if (match == null || match.length() == 1 && !match.table().isRenamed()) {
      return;
    }
    List<String> names = column.names();
    if (column.span() == null) {
      throw IceRunnerException.unsupported(
          "Cannot use the column %s here: give table %s an alias and use that"
              .formatted(String.join(".", names), match.table().reference().shortName()));
    }
    String rest =
        names.subList(match.length(), names.size()).stream()
            .map(n -> "." + quoted(n))
            .collect(Collectors.joining());
    add(column.span(), quoted(match.table().alias()) + rest);
  }

  private void add(Span span, String text) {
    splices.put(span.start(), new Splice(span, text));
  }

  private String spliced() {
    String sql = statement.text().sql();
    StringBuilder result = new StringBuilder(sql.length() * 2);
    int at = 0;
    for (Splice splice : splices.values()) {
      if (splice.span.start() < at) {
        throw IceRunnerException.internal("Cannot rewrite the statement: parts overlap", null);
      }
      result.append(sql, at, splice.span.start()).append(splice.text);
      at = splice.span.end();
    }
    return result.append(sql, at, sql.length()).toString();
  }

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}

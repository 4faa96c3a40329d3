package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Reads a client's text. The text is first brought into a form that can be rewritten at the places
 * that the parser tells; what is analyzed, and later run, is always that form.
 */
final class StatementReader {
  private final SqlParser parser;

  StatementReader(SqlParser parser) {
    this.parser = parser;
  }

  /**
   * @throws io.icerunner.error.IceRunnerException as {@link StatementPlanner#plan}
   */
  AnalyzedStatement read(String sql) {
    StatementText text = StatementText.of(AsOfClauses.rewrite(DefaultNames.quote(sql)));
    JsonNode root = parse(text);
    if (hasUnplacedTable(root)) {
      text = StatementText.of(tableAsFrom(text));
      root = parse(text);
    }
    StatementText named = new ColumnNames(parser, text, root).keep();
    if (named != text) {
      text = named;
      root = parse(text);
    }
    return StatementAnalyzer.analyze(text, root, parser);
  }

  private JsonNode parse(StatementText text) {
    return StatementKinds.queryNode(text, parser.parse(text.sql()));
  }

  private static boolean hasUnplacedTable(JsonNode node) {
    if (Tree.type(node).equals("BASE_TABLE") && node.path("query_location_length").asInt() == 0) {
      return true;
    }
    for (JsonNode child : node) {
      if (child.isContainerNode() && hasUnplacedTable(child)) {
        return true;
      }
    }
    return false;
  }

  /** Writes {@code TABLE t}, whose name the parser doesn't place, as {@code FROM t}. */
  private static String tableAsFrom(StatementText text) {
    StringBuilder sql = new StringBuilder(text.sql());
    List<Token> tokens = text.tokens();
    for (int i = 0; i + 1 < tokens.size(); i++) {
      boolean isName = i > 0 && (tokens.get(i - 1).isSymbol('.') || tokens.get(i - 1).isWord("AS"));
      if (tokens.get(i).isWord("TABLE") && !isName && tokens.get(i + 1).isName()) {
        sql.replace(tokens.get(i).start(), tokens.get(i).end(), "FROM ");
      }
    }
    return sql.toString();
  }
}

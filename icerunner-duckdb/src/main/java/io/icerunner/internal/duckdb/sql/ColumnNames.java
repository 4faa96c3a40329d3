package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Keeps the names of result columns. DuckDB names a column without alias after its expression; if
 * that will be rewritten, the name it has now is written behind it as an alias.
 */
final class ColumnNames {
  private static final int TRIES = 8;
  private static final Set<String> AFTER_ITEM =
      Set.of(
          "FROM",
          "WHERE",
          "GROUP",
          "HAVING",
          "ORDER",
          "LIMIT",
          "OFFSET",
          "UNION",
          "EXCEPT",
          "INTERSECT",
          "WINDOW",
          "QUALIFY",
          "USING",
          "FETCH");

  private final SqlParser parser;
  private StatementText text;
  private JsonNode root;

  ColumnNames(SqlParser parser, StatementText text, JsonNode root) {
    this.parser = parser;
    this.text = text;
    this.root = root;
  }

  /**
   * The text with names; the same object if nothing is to be done.
   *
   * @throws IceRunnerException UNSUPPORTED asking for an alias, if the place for it is not found
   */
  StatementText keep() {
    List<ObjectNode> items = new ArrayList<>();
    collect(root, items);
    for (int i = 0; i < items.size(); i++) {
      // Every alias moves what comes behind it, so each round starts from a fresh tree.
      List<ObjectNode> remaining = new ArrayList<>();
      collect(root, remaining);
      name(remaining.get(0));
    }
    return text;
  }

  private static void collect(JsonNode query, List<ObjectNode> items) {
    for (JsonNode entry : query.path("cte_map").path("map")) {
      collect(entry.path("value").path("query_node"), items);
    }
    query.path("children").forEach(child -> collect(child, items));
    collectFrom(query.path("from_table"), items);
    for (JsonNode item : query.path("select_list")) {
      String kind = Tree.expressionClass(item);
      boolean named = item.has("alias") || kind.equals("COLUMN_REF") || kind.equals("STAR");
      if (!named && changes(item)) {
        items.add((ObjectNode) item);
      }
    }
  }

  private static void collectFrom(JsonNode from, List<ObjectNode> items) {
    switch (Tree.type(from)) {
      case "SUBQUERY" -> collect(from.path("subquery").path("node"), items);
      case "JOIN" -> {
        collectFrom(from.path("left"), items);
        collectFrom(from.path("right"), items);
      }
      default -> {}
    }
  }

  private static boolean changes(JsonNode node) {
    boolean qualified =
        Tree.expressionClass(node).equals("COLUMN_REF") && node.path("column_names").size() > 2;
    if (qualified || Tree.type(node).equals("BASE_TABLE") || ChangesFunction.is(node)) {
      return true;
    }
    for (JsonNode child : node) {
      if (child.isContainerNode() && changes(child)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the item makes several columns, so that no alias can be given. */
  private static boolean expands(JsonNode node) {
    if (Tree.expressionClass(node).equals("STAR")) {
      return true;
    }
    for (JsonNode child : node) {
      boolean query = Tree.type(child).endsWith("_NODE");
      if (child.isContainerNode() && !query && expands(child)) {
        return true;
      }
    }
    return false;
  }

  private void name(ObjectNode item) {
    String name = parser.expressionText(item);
    if (expands(item)) {
      throw IceRunnerException.unsupported(
          "Cannot run the statement: %s mixes COLUMNS with a subquery or a qualified name"
              .formatted(name));
    }
    item.put("alias", name);
    JsonNode expected = withoutPlaces(root);
    int tries = 0;
    for (int place : places(lastPlace(item))) {
      if (tries++ == TRIES) {
        break;
      }
      String sql = text.sql();
      StatementText candidate =
          StatementText.of(
              sql.substring(0, place) + " AS " + Rewriter.quoted(name) + sql.substring(place));
      JsonNode parsed = parser.parse(candidate.sql());
      JsonNode node = parsed.path("statements").path(0).path("node");
      if (withoutPlaces(node).equals(expected)) {
        text = candidate;
        root = node;
        return;
      }
    }
    throw IceRunnerException.unsupported(
        "Cannot run the statement: give the column %s an alias".formatted(name));
  }

  /** The end of the last part of the item that the parser places. */
  private int lastPlace(JsonNode item) {
    return lastPlace(item, new SourceText(text.sql()));
  }

  private static int lastPlace(JsonNode node, SourceText source) {
    Span span = source.span(node);
    int last = span == null ? 0 : span.end();
    for (JsonNode child : node) {
      if (child.isContainerNode()) {
        last = Math.max(last, lastPlace(child, source));
      }
    }
    return last;
  }

  /** The places from a position on where a select item may end. */
  private List<Integer> places(int from) {
    List<Integer> places = new ArrayList<>();
    int end = from;
    for (Token token : text.tokens()) {
      if (token.start() >= from) {
        boolean symbol = token.isSymbol(',') || token.isSymbol(')');
        if (symbol || AFTER_ITEM.contains(token.text().toUpperCase(Locale.ROOT))) {
          places.add(end);
        }
        end = token.end();
      }
    }
    places.add(text.sql().length());
    return places;
  }

  private static JsonNode withoutPlaces(JsonNode node) {
    JsonNode copy = node.deepCopy();
    removePlaces(copy);
    return copy;
  }

  private static void removePlaces(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.remove(List.of("query_location", "query_location_length"));
    }
    if (node instanceof ObjectNode || node instanceof ArrayNode) {
      node.forEach(ColumnNames::removePlaces);
    }
  }
}

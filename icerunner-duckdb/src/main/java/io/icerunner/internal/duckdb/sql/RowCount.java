package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A SELECT that only counts the rows of a table, which the table's metadata can answer.
 *
 * @param table whose rows are counted
 * @param columns what is selected
 */
record RowCount(TableReference table, List<Column> columns) {
  private static final Set<String> FIELDS =
      Set.of("type", "cte_map", "select_list", "from_table", "aggregate_handling", "modifiers");

  /**
   * @param span of the count function
   * @param name the name to give to it; null if it has an alias
   */
  record Column(Span span, @Nullable String name) {}

  /** Null if the SELECT does anything else. */
  static @Nullable RowCount of(
      SelectScope select,
      Map<JsonNode, TableReference> tables,
      SourceText source,
      SqlParser parser) {
    JsonNode node = select.node;
    TableReference table = tables.get(node.path("from_table"));
    if (table == null || table.sampled() || !onlySelects(node)) {
      return null;
    }
    List<Column> columns = new ArrayList<>();
    for (JsonNode item : node.path("select_list")) {
      Span span = source.span(item);
      if (span == null || !countsRows(item)) {
        return null;
      }
      columns.add(new Column(span, item.has("alias") ? null : parser.expressionText(item)));
    }
    return new RowCount(table, columns);
  }

  private static boolean onlySelects(JsonNode node) {
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!FIELDS.contains(field.getKey())) {
        return false;
      }
    }
    for (JsonNode modifier : node.path("modifiers")) {
      if (!Tree.type(modifier).equals("LIMIT_MODIFIER")) {
        return false;
      }
    }
    return Tree.text(node, "aggregate_handling").equals("STANDARD_HANDLING");
  }

  private static boolean countsRows(JsonNode item) {
    if (!Tree.expressionClass(item).equals("FUNCTION")
        || item.has("filter")
        || item.path("distinct").asBoolean()
        || item.path("order_bys").has("orders")
        || Tree.path(item).size() != 1) {
      return false;
    }
    List<JsonNode> arguments = Tree.arguments(item);
    return switch (Tree.functionName(item)) {
      case "count_star" -> arguments.isEmpty();
      case "count" ->
          arguments.size() == 1
              && Tree.expressionClass(arguments.get(0)).equals("CONSTANT")
              && Tree.text(arguments.get(0).path("literal"), "kind").equals("INTEGER");
      default -> false;
    };
  }
}

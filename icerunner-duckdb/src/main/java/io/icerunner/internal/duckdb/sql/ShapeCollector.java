package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;

/** Learns during the walk what a statement does beside reading tables. */
final class ShapeCollector {
  private static final Set<String> PLAIN_FIELDS =
      Set.of("type", "cte_map", "select_list", "from_table", "where_clause", "aggregate_handling");

  private final SqlParser parser;
  private boolean simple = true;
  private boolean nestedAccess;

  ShapeCollector(SqlParser parser) {
    this.parser = parser;
  }

  void expression(JsonNode node) {
    switch (Tree.expressionClass(node)) {
      case "SUBQUERY", "WINDOW" -> simple = false;
      case "FUNCTION" -> {
        String name = Tree.functionName(node);
        simple &= !parser.isAggregate(name);
        nestedAccess |= name.startsWith("struct_") || name.equals("array_extract");
      }
      case "COLUMN_REF" -> nestedAccess |= node.path("column_names").size() > 1;
      case "OPERATOR" -> nestedAccess |= Tree.type(node).endsWith("_EXTRACT");
      default -> {}
    }
  }

  AnalyzedStatement.Shape of(JsonNode root, int tables) {
    JsonNode from = root.path("from_table");
    boolean alone =
        tables == 1 && (Tree.type(from).equals("BASE_TABLE") || ChangesFunction.is(from));
    boolean plain = alone && simple && hasPlainFieldsOnly(root);
    return new AnalyzedStatement.Shape(plain, alone, nestedAccess);
  }

  private static boolean hasPlainFieldsOnly(JsonNode root) {
    for (Map.Entry<String, JsonNode> field : root.properties()) {
      if (!PLAIN_FIELDS.contains(field.getKey()) && !isLimit(field)) {
        return false;
      }
    }
    return root.path("cte_map").isEmpty()
        && root.path("aggregate_handling").asText().equals("STANDARD_HANDLING");
  }

  private static boolean isLimit(Map.Entry<String, JsonNode> field) {
    if (!field.getKey().equals("modifiers")) {
      return false;
    }
    for (JsonNode modifier : field.getValue()) {
      if (!Tree.type(modifier).equals("LIMIT_MODIFIER")) {
        return false;
      }
    }
    return true;
  }
}

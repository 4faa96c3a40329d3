package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads fields of DuckDB's tree. */
final class Tree {
  private Tree() {}

  /** What kind of node this is; empty for plain objects and arrays. */
  static String type(JsonNode node) {
    JsonNode type = node.path("type");
    return type.isTextual() ? type.textValue() : "";
  }

  /** The class of an expression; empty for anything else. */
  static String expressionClass(JsonNode node) {
    return node.path("class").asText("");
  }

  static String text(JsonNode node, String field) {
    return node.path(field).asText("");
  }

  static List<String> strings(JsonNode array) {
    List<String> result = new ArrayList<>(array.size());
    array.forEach(s -> result.add(s.asText()));
    return result;
  }

  /** The parts of the name of a table or function. */
  static List<String> path(JsonNode node) {
    return strings(node.path("qualified_name").path("path"));
  }

  /** The name of a function without its schema, in lower case. */
  static String functionName(JsonNode node) {
    List<String> path = path(node);
    String name = path.isEmpty() ? text(node, "function_name") : path.get(path.size() - 1);
    return name.toLowerCase(Locale.ROOT);
  }

  /** The argument expressions of a function. */
  static List<JsonNode> arguments(JsonNode function) {
    List<JsonNode> result = new ArrayList<>();
    function.path("arguments").forEach(a -> result.add(a.path("expression")));
    return result;
  }
}

package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.error.IceRunnerException;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Says what a statement may contain. Kinds of nodes are allowed by name, so that what a later
 * DuckDB adds is refused until it is looked at.
 */
final class Gate {
  private static final Set<String> EXPRESSIONS =
      Set.of(
          "BETWEEN",
          "CASE",
          "CAST",
          "COLLATE",
          "COLUMN_REF",
          "COMPARISON",
          "CONJUNCTION",
          "CONSTANT",
          "FUNCTION",
          "LAMBDA",
          "LAMBDA_REF",
          "OPERATOR",
          "PARAMETER",
          "POSITIONAL_REFERENCE",
          "STAR",
          "SUBQUERY",
          "TYPE",
          "WINDOW");
  private static final Set<String> CLAUSES =
      Set.of(
          "ORDER_MODIFIER",
          "LIMIT_MODIFIER",
          "LIMIT_PERCENT_MODIFIER",
          "DISTINCT_MODIFIER",
          "ORDER_DEFAULT",
          "ASCENDING",
          "DESCENDING");
  private static final Set<String> SYSTEM_SCHEMAS = Set.of("information_schema", "pg_catalog");

  private Gate() {}

  static void checkExpression(JsonNode node) {
    String kind = Tree.expressionClass(node);
    if (!EXPRESSIONS.contains(kind)) {
      throw IceRunnerException.unsupported(
          "Cannot run the statement: expressions of kind %s are not supported".formatted(kind));
    }
    if (node.path("export_state").asBoolean()) {
      throw IceRunnerException.unsupported(
          "Cannot run the statement: EXPORT_STATE is not supported");
    }
  }

  static void checkClause(String type) {
    if (!CLAUSES.contains(type)) {
      throw IceRunnerException.unsupported(
          "Cannot run the statement: %s is not supported".formatted(type));
    }
  }

  static void checkFunction(JsonNode node) {
    String name = Tree.functionName(node);
    if (Functions.isDenied(name)) {
      throw unavailable(name);
    }
  }

  static void checkTableFunction(JsonNode node) {
    String name = Tree.functionName(node);
    if (!Functions.isAllowedInFrom(name)) {
      throw unavailable(name);
    }
  }

  /** Tells what a query node that is no SELECT was written as. */
  static IceRunnerException notAQuery(String type) {
    return IceRunnerException.unsupported(
        "Cannot run the statement: a statement inside WITH must be a query, not %s"
            .formatted(type.replace("_QUERY_NODE", "").replace("_NODE", "")));
  }

  static IceRunnerException show(JsonNode node) {
    String type = Tree.text(node, "show_type");
    String keyword =
        switch (type) {
          case "DESCRIBE" -> "DESCRIBE";
          case "SUMMARY" -> "SUMMARIZE";
          default -> "SHOW";
        };
    return IceRunnerException.unsupported(
        "This kind of statement is not supported here: %s; the metadata calls of Flight SQL list"
                .formatted(keyword)
            + " tables and their columns");
  }

  static IceRunnerException from(String type) {
    return IceRunnerException.unsupported(
        "Cannot run the statement: %s is not supported in FROM".formatted(type));
  }

  static void checkTable(List<String> path) {
    for (String part : path.subList(0, path.size() - 1)) {
      if (SYSTEM_SCHEMAS.contains(part.toLowerCase(Locale.ROOT))) {
        throw IceRunnerException.notFound(
            "Cannot find table %s: there are no system tables; the metadata calls of Flight SQL"
                    .formatted(String.join(".", path))
                + " list tables and their columns");
      }
    }
  }

  private static IceRunnerException unavailable(String name) {
    return IceRunnerException.invalidArgument(
        Functions.readsFiles(name)
            ? "The function %s is not available; name a table".formatted(name)
            : "The function %s is not available".formatted(name));
  }
}

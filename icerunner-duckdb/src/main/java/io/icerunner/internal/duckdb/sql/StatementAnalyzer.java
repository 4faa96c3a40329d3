package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.sql.SelectScope.Item;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks the whole tree of a statement once: passes every node through the {@link Gate} and collects
 * the tables, scopes and qualified columns.
 */
final class StatementAnalyzer {
  private static final String RECURRING = "recurring";

  private final StatementText text;
  private final SourceText source;
  private final List<TableReference> tables = new ArrayList<>();
  private final Map<JsonNode, TableReference> references = new IdentityHashMap<>();
  private final List<SelectScope> selects = new ArrayList<>();
  private final List<ColumnReference> columns = new ArrayList<>();
  private final ShapeCollector shape;

  /**
   * Where in the statement the walk is.
   *
   * @param ctes names of the CTEs in scope, in lower case
   * @param recursive those of them that are being defined
   * @param lambdas parameters of the lambdas around, in lower case
   * @param scope the innermost SELECT; null outside of any
   */
  private record Context(
      Set<String> ctes, Set<String> recursive, Set<String> lambdas, @Nullable SelectScope scope) {
    Context in(SelectScope select) {
      return new Context(ctes, recursive, lambdas, select);
    }

    Context withCte(String name) {
      return new Context(plus(ctes, name), recursive, lambdas, scope);
    }

    Context withRecursiveCte(String name) {
      return new Context(plus(ctes, name), plus(recursive, name), lambdas, scope);
    }

    Context withLambda(Set<String> parameters) {
      Set<String> all = new HashSet<>(lambdas);
      all.addAll(parameters);
      return new Context(ctes, recursive, all, scope);
    }

    private static Set<String> plus(Set<String> names, String name) {
      Set<String> all = new HashSet<>(names);
      all.add(lower(name));
      return all;
    }
  }

  private StatementAnalyzer(StatementText text, SqlParser parser) {
    this.text = text;
    this.source = new SourceText(text.sql());
    this.shape = new ShapeCollector(parser);
  }

  /**
   * @param root the query node of the statement
   * @throws IceRunnerException if the statement contains something that is not allowed
   */
  static AnalyzedStatement analyze(StatementText text, JsonNode root, SqlParser parser) {
    StatementAnalyzer analyzer = new StatementAnalyzer(text, parser);
    analyzer.query(root, new Context(Set.of(), Set.of(), Set.of(), null));
    return new AnalyzedStatement(
        text,
        root,
        List.copyOf(analyzer.tables),
        analyzer.references,
        List.copyOf(analyzer.selects),
        List.copyOf(analyzer.columns),
        analyzer.rowCounts(parser),
        analyzer.shape.of(root, analyzer.tables.size()));
  }

  private List<RowCount> rowCounts(SqlParser parser) {
    List<RowCount> counts = new ArrayList<>();
    for (SelectScope select : selects) {
      RowCount count = RowCount.of(select, references, source, parser);
      if (count != null) {
        counts.add(count);
      }
    }
    return counts;
  }

  private void query(JsonNode node, Context outer) {
    Context context = ctes(node, outer);
    switch (Tree.type(node)) {
      case "SELECT_NODE" -> select(node, context);
      case "SET_OPERATION_NODE" -> fields(node, context, Set.of("cte_map"));
      case "RECURSIVE_CTE_NODE" -> {
        query(node.path("left"), context);
        query(node.path("right"), context.withRecursiveCte(Tree.text(node, "cte_name")));
        fields(node, context, Set.of("cte_map", "left", "right"));
      }
      default -> throw Gate.notAQuery(Tree.type(node));
    }
  }

  private Context ctes(JsonNode node, Context outer) {
    Context context = outer;
    for (JsonNode entry : node.path("cte_map").path("map")) {
      JsonNode cte = entry.path("value");
      query(cte.path("query_node"), context);
      fields(cte, context, Set.of("query_node"));
      context = context.withCte(Tree.text(entry, "key"));
    }
    return context;
  }

  private void select(JsonNode node, Context context) {
    SelectScope scope = new SelectScope(context.scope, node);
    selects.add(scope);
    Context inner = context.in(scope);
    from(node.path("from_table"), inner, scope);
    fields(node, inner, Set.of("cte_map", "from_table"));
  }

  private void from(JsonNode node, Context context, SelectScope scope) {
    switch (Tree.type(node)) {
      case "EMPTY", "" -> {}
      case "BASE_TABLE" -> table(node, context, scope);
      case "JOIN" -> {
        from(node.path("left"), context, scope);
        from(node.path("right"), context, scope);
        fields(node, context, Set.of("left", "right"));
      }
      case "SUBQUERY" -> {
        query(node.path("subquery").path("node"), context);
        fields(node, context, Set.of("subquery"));
        TableReference source = SimpleSubquery.table(node, references);
        scope.items.add(new Item(Tree.text(node, "alias"), null, source));
      }
      case "TABLE_FUNCTION" -> {
        if (ChangesFunction.is(node)) {
          changes(node, context, scope);
        } else {
          tableFunction(node, context, scope);
        }
      }
      case "EXPRESSION_LIST" -> {
        fields(node, context, Set.of());
        scope.items.add(new Item(Tree.text(node, "alias"), null));
      }
      case "PIVOT" -> {
        SelectScope hidden = new SelectScope(context.scope, node);
        from(node.path("source"), context.in(hidden), hidden);
        fields(node, context.in(hidden), Set.of("source"));
        scope.items.add(new Item(Tree.text(node, "alias"), null));
      }
      case "SHOW_REF" -> throw Gate.show(node);
      default -> throw Gate.from(Tree.type(node));
    }
  }

  private void tableFunction(JsonNode node, Context context, SelectScope scope) {
    Gate.checkTableFunction(node.path("function"));
    fields(node.path("function"), context, Set.of());
    fields(node, context, Set.of("function"));
    String alias = Tree.text(node, "alias");
    scope.items.add(
        new Item(alias.isEmpty() ? Tree.functionName(node.path("function")) : alias, null));
  }

  private void changes(JsonNode node, Context context, SelectScope scope) {
    ChangesFunction call = ChangesFunction.of(node);
    Gate.checkTable(call.table());
    fields(node, context, Set.of("function"));
    String alias = Tree.text(node, "alias");
    add(
        new TableReference(
            tables.size(),
            call.table(),
            alias.isEmpty() ? ChangesFunction.NAME : alias,
            Tree.strings(node.path("column_name_alias")),
            span(node, List.of(ChangesFunction.NAME)),
            null,
            call.range(),
            node.has("sample")),
        node,
        scope);
  }

  private void table(JsonNode node, Context context, SelectScope scope) {
    List<String> path = Tree.path(node);
    String name = lower(path.get(path.size() - 1));
    boolean cte = path.size() == 1 && context.ctes.contains(name);
    boolean recurring =
        path.size() == 2
            && path.get(0).equalsIgnoreCase(RECURRING)
            && context.recursive.contains(name);
    String alias = Tree.text(node, "alias");
    if ((cte || recurring) && !node.has("at_clause")) {
      fields(node, context, Set.of());
      scope.items.add(new Item(alias.isEmpty() ? path.get(path.size() - 1) : alias, null));
      return;
    }
    Gate.checkTable(path);
    fields(node, context, Set.of("at_clause"));
    add(
        new TableReference(
            tables.size(),
            path,
            alias.isEmpty() ? null : alias,
            Tree.strings(node.path("column_name_alias")),
            span(node, path),
            node.get("at_clause"),
            null,
            node.has("sample")),
        node,
        scope);
  }

  /** Where a table is written under this name. */
  private Span span(JsonNode node, List<String> path) {
    Span span = source.span(node);
    if (span == null || !text.holds(span, path)) {
      throw IceRunnerException.unsupported(
          "Cannot run the statement: table %s cannot be named here; write FROM %s, with plain blanks"
              .formatted(String.join(".", path), String.join(".", path)));
    }
    return span;
  }

  private void add(TableReference table, JsonNode node, SelectScope scope) {
    tables.add(table);
    references.put(node, table);
    scope.items.add(new Item(table.shortName(), table));
  }

  /** Visits all fields of an object, or all elements of an array, except some fields. */
  private void fields(JsonNode node, Context context, Set<String> except) {
    if (node.isArray()) {
      node.forEach(child -> any(child, context));
      return;
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      if (!except.contains(field.getKey())) {
        any(field.getValue(), context);
      }
    }
  }

  private void any(JsonNode node, Context context) {
    if (!node.isContainerNode()) {
      return;
    }
    String type = Tree.type(node);
    if (node.has("class")) {
      expression(node, context);
    } else if (type.endsWith("_NODE")) {
      query(node, context);
    } else {
      if (!type.isEmpty()) {
        Gate.checkClause(type);
      }
      fields(node, context, Set.of());
    }
  }

  private void expression(JsonNode node, Context context) {
    Gate.checkExpression(node);
    shape.expression(node);
    switch (Tree.expressionClass(node)) {
      case "COLUMN_REF" -> column(node, context);
      case "FUNCTION", "WINDOW" -> {
        Gate.checkFunction(node);
        fields(node, context, Set.of());
      }
      case "STAR" -> {
        if (context.scope != null) {
          context.scope.starNames.add(lower(Tree.text(node, "relation_name")));
        }
        fields(node, context, Set.of());
      }
      case "LAMBDA" -> fields(node, context.withLambda(lambdaParameters(node)), Set.of());
      default -> fields(node, context, Set.of());
    }
  }

  private void column(JsonNode node, Context context) {
    List<String> names = Tree.strings(node.path("column_names"));
    SelectScope scope = context.scope;
    if (names.size() > 1 && scope != null && !context.lambdas.contains(lower(names.get(0)))) {
      Span span = source.span(node);
      boolean found = span != null && text.holds(span, names);
      columns.add(new ColumnReference(names, found ? span : null, scope));
    }
  }

  private static Set<String> lambdaParameters(JsonNode lambda) {
    Set<String> names = new HashSet<>();
    lambda
        .path("lhs")
        .findValues("column_names")
        .forEach(n -> names.add(lower(n.path(0).asText())));
    return names;
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}

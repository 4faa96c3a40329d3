package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.internal.duckdb.sql.SelectScope.Item;
import io.icerunner.spi.SqlQuery;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;

/**
 * Finds what a statement asks of the rows of each table it names. Rows that do not match can be
 * left out of the table without changing the statement's result.
 */
final class FilterExtractor {
  private final AnalyzedStatement statement;
  private final Bindings bindings;
  private final SqlQuery query;
  private final List<Expression> filters = new ArrayList<>();

  private FilterExtractor(AnalyzedStatement statement, Bindings bindings, SqlQuery query) {
    this.statement = statement;
    this.bindings = bindings;
    this.query = query;
    bindings.tables().forEach(table -> filters.add(Expressions.alwaysTrue()));
  }

  /** The filter for each table reference, by number. */
  static List<Expression> extract(AnalyzedStatement statement, Bindings bindings, SqlQuery query) {
    FilterExtractor extractor = new FilterExtractor(statement, bindings, query);
    statement.selects().forEach(extractor::select);
    return extractor.filters;
  }

  private void select(SelectScope scope) {
    JsonNode from = scope.node.path("from_table");
    JsonNode where = scope.node.path("where_clause");
    if (!where.isMissingNode() && !scope.node.has("sample")) {
      restrict(kept(from), where, scope, scope.items);
    }
    joins(from, scope, new Cursor(scope.items));
  }

  /** Walks the items of a FROM in the order in which they were collected. */
  private static final class Cursor {
    private final List<Item> items;
    private int next;

    Cursor(List<Item> items) {
      this.items = items;
    }
  }

  /** Uses the ON conditions of a FROM. */
  private void joins(JsonNode node, SelectScope scope, Cursor cursor) {
    if (Tree.type(node).equals("JOIN")) {
      int first = cursor.next;
      joins(node.path("left"), scope, cursor);
      joins(node.path("right"), scope, cursor);
      JsonNode condition = node.path("condition");
      if (!condition.isMissingNode()) {
        List<Item> visible = scope.items.subList(first, cursor.next);
        restrict(restrictedByCondition(node), condition, scope, visible);
      }
    } else if (!Tree.type(node).equals("EMPTY") && cursor.next < cursor.items.size()) {
      cursor.next++;
    }
  }

  /** The tables whose rows matter to a join only if its condition is true for them. */
  private List<TableReference> restrictedByCondition(JsonNode join) {
    List<TableReference> tables = new ArrayList<>();
    if (Tree.text(join, "ref_type").equals("REGULAR")) {
      String type = Tree.text(join, "join_type");
      if (type.equals("INNER") || type.equals("SEMI") || type.equals("RIGHT")) {
        tables.addAll(kept(join.path("left")));
      }
      if (!type.equals("RIGHT") && isKnown(type)) {
        tables.addAll(kept(join.path("right")));
      }
    }
    return tables;
  }

  private static boolean isKnown(String joinType) {
    return switch (joinType) {
      case "INNER", "LEFT", "RIGHT", "SEMI", "ANTI" -> true;
      default -> false;
    };
  }

  /** The tables each of whose rows reaches the output of this part of a FROM as it is, or not. */
  private List<TableReference> kept(JsonNode node) {
    List<TableReference> tables = new ArrayList<>();
    switch (Tree.type(node)) {
      case "BASE_TABLE", "TABLE_FUNCTION" -> {
        TableReference table = statement.references().get(node);
        if (table != null && !table.sampled()) {
          tables.add(table);
        }
      }
      case "SUBQUERY" -> {
        TableReference table = SimpleSubquery.table(node, statement.references());
        if (table != null) {
          tables.add(table);
        }
      }
      case "JOIN" -> {
        String kind = Tree.text(node, "ref_type");
        String type = Tree.text(node, "join_type");
        boolean plain = kind.equals("REGULAR") || kind.equals("CROSS") || kind.equals("NATURAL");
        if (plain && isKnown(type) && !type.equals("RIGHT")
            || kind.equals("ASOF") && (type.equals("INNER") || type.equals("LEFT"))) {
          tables.addAll(kept(node.path("left")));
        }
        if (plain && (type.equals("INNER") || type.equals("RIGHT"))) {
          tables.addAll(kept(node.path("right")));
        }
      }
      default -> {}
    }
    return tables;
  }

  private void restrict(
      List<TableReference> tables, JsonNode condition, SelectScope scope, List<Item> visible) {
    for (TableReference table : tables) {
      ColumnResolution resolution = new ColumnResolution(bindings, scope, visible, table);
      Expression expression = new PredicateReader(resolution::column, query).read(condition);
      if (expression != null) {
        filters.set(table.number(), Expressions.and(filters.get(table.number()), expression));
      }
    }
  }
}

package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A subquery in FROM that gives rows of one table as they are: {@code (SELECT * FROM t)}. */
final class SimpleSubquery {
  private static final Set<String> FIELDS =
      Set.of("type", "cte_map", "select_list", "from_table", "where_clause", "aggregate_handling");
  private static final Set<String> STAR_FIELDS =
      Set.of("class", "type", "columns", "query_location", "query_location_length");

  private SimpleSubquery() {}

  /**
   * The table whose rows an entry of a FROM gives, some of them or all.
   *
   * @param tables the tables by their nodes
   */
  static @Nullable TableReference table(JsonNode from, Map<JsonNode, TableReference> tables) {
    JsonNode select = from.path("subquery").path("node");
    boolean simple =
        Tree.type(from).equals("SUBQUERY")
            && !from.has("column_name_alias")
            && !from.has("sample")
            && Tree.type(select).equals("SELECT_NODE")
            && FIELDS.containsAll(names(select))
            && select.path("cte_map").isEmpty()
            && Tree.text(select, "aggregate_handling").equals("STANDARD_HANDLING")
            && select.path("select_list").size() == 1
            && isStar(select.path("select_list").path(0));
    TableReference table = simple ? tables.get(select.path("from_table")) : null;
    return table == null || table.sampled() ? null : table;
  }

  private static boolean isStar(JsonNode item) {
    return Tree.expressionClass(item).equals("STAR")
        && !item.path("columns").asBoolean()
        && STAR_FIELDS.containsAll(names(item));
  }

  private static Set<String> names(JsonNode node) {
    Set<String> names = new HashSet<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }
}

package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One SELECT of a statement and what its FROM makes visible. */
final class SelectScope {
  final @Nullable SelectScope parent;
  final JsonNode node;
  final List<Item> items = new ArrayList<>();

  /** Names in front of stars, in lower case. */
  final Set<String> starNames = new HashSet<>();

  SelectScope(@Nullable SelectScope parent, JsonNode node) {
    this.parent = parent;
    this.node = node;
  }

  /**
   * One entry of a FROM clause.
   *
   * @param name its alias or name; empty if it has none
   * @param table null if it is no table of the catalog: a subquery, CTE, function, …
   * @param source the table whose rows it gives as they are: the table itself, or that of a {@link
   *     SimpleSubquery}
   */
  record Item(String name, @Nullable TableReference table, @Nullable TableReference source) {
    Item(String name, @Nullable TableReference table) {
      this(name, table, table);
    }
  }
}

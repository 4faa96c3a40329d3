package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.internal.duckdb.sql.SelectScope.Item;
import java.util.List;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/**
 * Tells which top-level column of one table a column reference in a condition means for certain.
 */
final class ColumnResolution {
  private final Bindings bindings;
  private final SelectScope scope;
  private final List<Item> visible;
  private final BoundTable table;

  /**
   * @param scope the SELECT of the condition
   * @param visible the entries of its FROM that the condition sees
   */
  ColumnResolution(Bindings bindings, SelectScope scope, List<Item> visible, TableReference table) {
    this.bindings = bindings;
    this.scope = scope;
    this.visible = visible;
    this.table = bindings.get(table);
  }

  @Nullable NestedField column(JsonNode node) {
    if (!Tree.expressionClass(node).equals("COLUMN_REF")) {
      return null;
    }
    List<String> names = Tree.strings(node.path("column_names"));
    NestedField column = names.size() == 1 ? unqualified(names.get(0)) : qualified(names);
    return column != null && isUnambiguous(column) ? column : null;
  }

  /**
   * A column without qualifier is this table's if no other visible table has it; if a subquery has
   * it, too, the statement is ambiguous and fails. A column merged by USING is that of the first
   * table that has it, as long as no join can make it null.
   */
  private @Nullable NestedField unqualified(String name) {
    NestedField column = table.column(name);
    if (column == null) {
      return null;
    }
    boolean merged = MergedColumns.mayMerge(scope.node.path("from_table"), name);
    if (merged && !MergedColumns.areOfTheFirst(scope.node.path("from_table"))) {
      return null;
    }
    for (Item item : visible) {
      TableReference other = item.source();
      if (isThis(item)) {
        if (merged) {
          return visible.size() == scope.items.size() ? column : null;
        }
      } else if (other == null ? merged : bindings.get(other).hasColumn(name)) {
        return null;
      }
    }
    return column;
  }

  private @Nullable NestedField qualified(List<String> names) {
    String last = names.get(names.size() - 1);
    if (names.size() == 2) {
      List<Item> same =
          scope.items.stream().filter(i -> i.name().equalsIgnoreCase(names.get(0))).toList();
      return same.size() == 1 && isThis(same.get(0)) ? table.column(last) : null;
    }
    boolean named =
        scope.items.stream().anyMatch(i -> isThis(i) && i.table() != null)
            && table.qualifierLength(names) == names.size() - 1;
    return named ? table.column(last) : null;
  }

  private boolean isThis(Item item) {
    return item.source() != null && item.source().number() == table.reference().number();
  }

  /** Iceberg's expressions name columns by path, where a dot may mean a nested field. */
  private boolean isUnambiguous(NestedField column) {
    NestedField found = table.table().schema().findField(column.name());
    return found != null && found.fieldId() == column.fieldId();
  }
}

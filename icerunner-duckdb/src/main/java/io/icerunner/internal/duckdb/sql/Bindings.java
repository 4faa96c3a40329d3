package io.icerunner.internal.duckdb.sql;

import io.icerunner.internal.duckdb.sql.SelectScope.Item;
import io.icerunner.spi.ResolvedTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of a statement by reference number, each under a name that is unique in its FROM. */
final class Bindings {
  private final List<BoundTable> tables = new ArrayList<>();

  Bindings(AnalyzedStatement statement, List<ResolvedTable> resolved, String catalogName) {
    for (TableReference reference : statement.tables()) {
      ResolvedTable table = resolved.get(reference.number());
      List<String> name = new ArrayList<>();
      name.add(catalogName);
      name.addAll(List.of(table.identifier().namespace().levels()));
      name.add(table.identifier().name());
      tables.add(new BoundTable(reference, table, name, reference.shortName()));
    }
    statement.selects().forEach(this::separate);
  }

  List<BoundTable> tables() {
    return tables;
  }

  BoundTable get(TableReference reference) {
    return tables.get(reference.number());
  }

  /** The table of the innermost scope around a column that the column's name qualifies. */
  @Nullable BoundTable qualifiedBy(ColumnReference column) {
    for (SelectScope scope = column.scope(); scope != null; scope = scope.parent) {
      for (Item item : scope.items) {
        if (item.table() != null && get(item.table()).qualifierLength(column.names()) > 0) {
          return get(item.table());
        }
      }
    }
    return null;
  }

  /** Tables with one name from several namespaces get their qualified names as aliases. */
  private void separate(SelectScope scope) {
    for (Item item : scope.items) {
      TableReference reference = item.table();
      if (reference == null || reference.alias() != null) {
        continue;
      }
      BoundTable table = get(reference);
      if (scope.items.stream().anyMatch(other -> clashes(item, other))) {
        List<String> name = table.qualifiedName();
        tables.set(
            reference.number(), table.withAlias(String.join(".", name.subList(1, name.size()))));
      }
    }
  }

  private boolean clashes(Item item, Item other) {
    if (item == other || !item.name().equalsIgnoreCase(other.name()) || item.table() == null) {
      return false;
    }
    return other.table() == null
        || other.table().alias() != null
        || !get(other.table()).table().identifier().equals(get(item.table()).table().identifier());
  }
}

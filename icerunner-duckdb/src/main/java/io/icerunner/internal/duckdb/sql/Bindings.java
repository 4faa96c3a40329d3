package io.icerunner.internal.duckdb.sql;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.sql.SelectScope.Item;
import io.icerunner.spi.ResolvedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The tables of a statement by reference number, each under a name that tells it apart wherever the
 * statement qualifies columns with more than the table's own name.
 */
final class Bindings {
  private final List<BoundTable> tables = new ArrayList<>();

  /**
   * What a qualified column means.
   *
   * @param scope where its table is in FROM
   * @param length how many parts of its name are the table's
   */
  record Match(BoundTable table, SelectScope scope, int length) {}

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
    statement.columns().forEach(this::uncover);
  }

  List<BoundTable> tables() {
    return tables;
  }

  BoundTable get(TableReference reference) {
    return tables.get(reference.number());
  }

  /** Finds the table that a column's name qualifies, from the innermost scope outwards. */
  @Nullable Match match(ColumnReference column) {
    List<String> names = column.names();
    for (SelectScope scope = column.scope(); scope != null; scope = scope.parent) {
      Match match = qualified(names, scope);
      if (match != null) {
        return match;
      }
      List<Item> same = named(names.get(0), scope);
      if (!same.isEmpty()) {
        TableReference table = same.size() == 1 ? same.get(0).table() : null;
        return table == null ? null : new Match(get(table), scope, 1);
      }
    }
    return null;
  }

  private @Nullable Match qualified(List<String> names, SelectScope scope) {
    for (Item item : scope.items) {
      int length = item.table() == null ? 0 : get(item.table()).qualifierLength(names);
      if (item.table() != null && length > 0) {
        return new Match(get(item.table()), scope, length);
      }
    }
    return null;
  }

  private static List<Item> named(String name, SelectScope scope) {
    return scope.items.stream().filter(i -> i.name().equalsIgnoreCase(name)).toList();
  }

  /** Tables of one FROM with one name from several namespaces get qualified names. */
  private void separate(SelectScope scope) {
    for (Item item : scope.items) {
      TableReference reference = item.table();
      if (reference != null
          && reference.alias() == null
          && scope.items.stream().anyMatch(other -> clashes(item, other))) {
        qualify(get(reference));
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

  /** A table that a subquery names in full, past one of its own with the same short name. */
  private void uncover(ColumnReference column) {
    Match match = match(column);
    if (match == null || match.length < 2) {
      return;
    }
    BoundTable table = match.table;
    for (SelectScope s = column.scope(); s != null && s != match.scope; s = s.parent) {
      if (!named(table.alias(), s).isEmpty()) {
        if (match.scope.starNames.contains(table.alias().toLowerCase(Locale.ROOT))) {
          throw IceRunnerException.unsupported(
              "Cannot use the column %s here: give table %s an alias and use that"
                  .formatted(String.join(".", column.names()), table.alias()));
        }
        qualify(table);
        return;
      }
    }
  }

  private void qualify(BoundTable table) {
    List<String> name = table.qualifiedName();
    String alias = String.join(".", name.subList(1, name.size()));
    tables.set(table.reference().number(), table.withAlias(alias));
  }
}

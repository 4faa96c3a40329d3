package io.icerunner.internal.duckdb.sql;

import io.icerunner.spi.ResolvedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/**
 * A reference and the table it means.
 *
 * @param qualifiedName all parts by which columns may call it, the catalog's name first
 * @param alias its name in the rewritten statement
 */
record BoundTable(
    TableReference reference, ResolvedTable table, List<String> qualifiedName, String alias) {

  BoundTable withAlias(String other) {
    return new BoundTable(reference, table, qualifiedName, other);
  }

  boolean isRenamed() {
    return !alias.equals(reference.shortName());
  }

  /** The column that the statement calls by this name; null if there is none or more than one. */
  @Nullable NestedField column(String name) {
    NestedField found = null;
    List<NestedField> columns = table.schema().columns();
    for (int i = 0; i < columns.size(); i++) {
      String visible =
          i < reference.columnAliases().size()
              ? reference.columnAliases().get(i)
              : columns.get(i).name();
      if (visible.equalsIgnoreCase(name)) {
        if (found != null) {
          return null;
        }
        found = columns.get(i);
      }
    }
    return found;
  }

  /** Whether the statement may call a column of this table by this name. */
  boolean hasColumn(String name) {
    return reference.columnAliases().stream().anyMatch(name::equalsIgnoreCase)
        || table.schema().columns().stream().anyMatch(c -> c.name().equalsIgnoreCase(name));
  }

  /**
   * How many leading parts of a column's name are this table's qualified name, at least two; 0 if
   * none, or if the table has an alias, which is then its only name.
   */
  int qualifierLength(List<String> names) {
    if (reference.alias() != null) {
      return 0;
    }
    for (int length = Math.min(names.size(), qualifiedName.size()); length >= 2; length--) {
      int from = qualifiedName.size() - length;
      if (sameNames(names.subList(0, length), qualifiedName.subList(from, qualifiedName.size()))
          && (names.size() == length || column(names.get(length)) != null)) {
        return length;
      }
    }
    return 0;
  }

  static boolean sameNames(List<String> a, List<String> b) {
    return lower(a).equals(lower(b));
  }

  private static List<String> lower(List<String> names) {
    List<String> result = new ArrayList<>(names.size());
    names.forEach(n -> result.add(n.toLowerCase(Locale.ROOT)));
    return result;
  }
}

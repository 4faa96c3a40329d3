package io.icerunner.internal.flight;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.apache.iceberg.catalog.Namespace;

/** Namespaces made for a table that is to come, to be taken back if it does not. */
final class NewNamespaces {
  private final CatalogTables tables;

  /** The innermost first. */
  private final Deque<Namespace> created = new ArrayDeque<>();

  private NewNamespaces(CatalogTables tables) {
    this.tables = tables;
  }

  static NewNamespaces none(CatalogTables tables) {
    return new NewNamespaces(tables);
  }

  /** Creates a namespace and those above it, as far as they are missing. */
  static NewNamespaces create(CatalogTables tables, Namespace namespace) {
    NewNamespaces result = new NewNamespaces(tables);
    for (int depth = 1; depth <= namespace.length(); depth++) {
      Namespace level = Namespace.of(Arrays.copyOf(namespace.levels(), depth));
      if (!tables.namespaceExists(level)) {
        result.created.push(level);
      }
    }
    if (!result.created.isEmpty()) {
      tables.ensureNamespace(namespace);
    }
    return result;
  }

  /** Drops those that are still empty; what others put there keeps them. */
  void drop() {
    while (!created.isEmpty()) {
      try {
        tables.dropNamespace(created.pop());
      } catch (IceRunnerException e) {
        return;
      }
    }
  }
}

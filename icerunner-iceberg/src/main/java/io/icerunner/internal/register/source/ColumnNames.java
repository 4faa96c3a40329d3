package io.icerunner.internal.register.source;

import java.util.List;
import java.util.Optional;

/** Finds columns by name: the exact one first, else the only one that differs in case alone. */
final class ColumnNames {
  private ColumnNames() {}

  static Optional<String> find(List<String> columns, String name) {
    if (columns.contains(name)) {
      return Optional.of(name);
    }
    List<String> alike = columns.stream().filter(column -> column.equalsIgnoreCase(name)).toList();
    return alike.size() == 1 ? Optional.of(alike.get(0)) : Optional.empty();
  }
}

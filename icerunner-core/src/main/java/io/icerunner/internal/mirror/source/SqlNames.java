package io.icerunner.internal.mirror.source;

import java.util.List;
import java.util.stream.Collectors;

/** Names as standard SQL writes them. */
final class SqlNames {
  private SqlNames() {}

  static String quoted(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  static String quoted(List<String> parts) {
    return parts.stream().map(SqlNames::quoted).collect(Collectors.joining("."));
  }
}

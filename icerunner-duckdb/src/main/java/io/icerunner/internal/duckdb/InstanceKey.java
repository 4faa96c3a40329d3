package io.icerunner.internal.duckdb;

import io.icerunner.spi.ScanPlan;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which DuckDB instance a statement needs.
 *
 * @param roots the folders whose files it may read, each ending with a slash
 * @param scan true for the instance with few threads, false for the one with many
 */
record InstanceKey(Set<String> roots, boolean scan) {
  InstanceKey {
    roots = Set.copyOf(roots);
  }

  /** The folders of a plan's files: those the plan names, else what the files' paths tell. */
  static Set<String> roots(ScanPlan plan) {
    if (!plan.roots().isEmpty() || plan.groups().isEmpty()) {
      return plan.groups().isEmpty() ? Set.of() : plan.roots();
    }
    Set<String> roots = new TreeSet<>();
    for (ScanPlan.Group group : plan.groups()) {
      group.files().forEach(file -> roots.add(root(file.path())));
    }
    return roots;
  }

  /**
   * The folder under which a table keeps its files: up to the last {@code data} folder of the path,
   * as Iceberg lays tables out, else the file's own folder.
   */
  private static String root(String file) {
    int data = file.lastIndexOf("/data/");
    int end = data >= 0 ? data + "/data/".length() : file.lastIndexOf('/') + 1;
    return file.substring(0, end);
  }
}

package io.icerunner.internal.duckdb;

import java.util.Set;
import java.util.TreeSet;

/**
 * Which DuckDB instance a statement needs.
 *
 * @param roots the folders whose files it may read
 * @param scan true for the instance with few threads, false for the one with many
 */
record InstanceKey(Set<String> roots, boolean scan) {
  InstanceKey {
    roots = Set.copyOf(roots);
  }

  /** The instance for reading these files. */
  static InstanceKey of(Iterable<String> files, boolean scan) {
    Set<String> roots = new TreeSet<>();
    for (String file : files) {
      roots.add(root(file));
    }
    return new InstanceKey(roots, scan);
  }

  /**
   * The folder under which a table keeps its files: up to the last {@code data} folder of the path,
   * as Iceberg lays tables out, else the file's own folder. It ends with a slash.
   */
  private static String root(String file) {
    int data = file.lastIndexOf("/data/");
    int end = data >= 0 ? data + "/data/".length() : file.lastIndexOf('/') + 1;
    return file.substring(0, end);
  }
}

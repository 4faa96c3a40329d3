package io.icerunner.internal.catalog.heal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * The name that the place of a table's folder in a warehouse tells: {@code a/b/t} and {@code a.b/t}
 * are table t of namespace a.b, {@code ns.db/t} is one of namespace ns unless the catalog has a
 * namespace ns.db, and {@code t} is one of the default namespace.
 *
 * @param name without what makes a folder unique when the plain one is in use
 * @param ofFolder with it
 */
public record FolderName(TableIdentifier name, TableIdentifier ofFolder) {
  private static final Pattern UNIQUE =
      Pattern.compile("(.+)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  private static final String HIVE_SUFFIX = ".db";
  private static final Namespace DEFAULT = Namespace.of("default");

  /**
   * Reads a name from a folder.
   *
   * @param folder of the table, below the warehouse
   * @param namespaces those that the catalog knows, levels joined by dots
   */
  public static FolderName of(Path warehouse, Path folder, Set<String> namespaces) {
    Path place = warehouse.relativize(folder);
    int last = place.getNameCount() - 1;
    List<String> levels = new ArrayList<>();
    for (int i = 0; i < last; i++) {
      levels.add(place.getName(i).toString());
    }
    Namespace namespace = namespace(levels, namespaces);
    String table = place.getName(last).toString();
    Matcher unique = UNIQUE.matcher(table);
    return new FolderName(
        TableIdentifier.of(namespace, unique.matches() ? unique.group(1) : table),
        TableIdentifier.of(namespace, table));
  }

  private static Namespace namespace(List<String> folders, Set<String> namespaces) {
    if (folders.isEmpty()) {
      return DEFAULT;
    }
    String joined = String.join(".", folders);
    if (joined.endsWith(HIVE_SUFFIX)
        && joined.length() > HIVE_SUFFIX.length()
        && !namespaces.contains(joined)) {
      joined = joined.substring(0, joined.length() - HIVE_SUFFIX.length());
    }
    return Namespace.of(joined.split("\\.", -1));
  }
}

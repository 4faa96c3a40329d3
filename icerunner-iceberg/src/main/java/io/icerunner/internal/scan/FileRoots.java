package io.icerunner.internal.scan;

import io.icerunner.internal.catalog.LocalPaths;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The folders under which a table keeps its files: few, so that engines that open a table's folders
 * open the same ones for every scan, and no wider than they must be.
 *
 * <p>The table's own {@code data} folder, or its location; for files elsewhere the folder above
 * their Hive partitions ({@code key=value}), or their own. If those are many, they are replaced by
 * the folders above them, the deepest first; never by the root of the file system.
 */
final class FileRoots {
  private static final int MOST = 8;

  private FileRoots() {}

  /** The roots, each ending with a slash; files that are refused have none. */
  static Set<String> of(String tableLocation, Collection<LiveFile> files) {
    List<String> own = own(tableLocation);
    Set<String> roots = new TreeSet<>();
    Set<String> foreign = new TreeSet<>();
    String last = "";
    for (LiveFile live : files) {
      String path = live.target() == null ? "" : live.target().path();
      String folder = path.substring(0, path.lastIndexOf('/') + 1);
      if (!folder.isEmpty() && !folder.equals(last)) {
        last = folder;
        Optional<String> root = own.stream().filter(folder::startsWith).findFirst();
        root.ifPresentOrElse(roots::add, () -> foreign.add(abovePartitions(folder)));
      }
    }
    roots.addAll(merged(merged(foreign, 2), 1));
    return Set.copyOf(withoutNested(roots));
  }

  private static List<String> own(String tableLocation) {
    if (!LocalPaths.isLocal(tableLocation)) {
      return List.of();
    }
    String location = LocalPaths.toPath(tableLocation).toString();
    return List.of(location + "/data/", location + "/");
  }

  private static String abovePartitions(String folder) {
    for (int sign = folder.indexOf('='); sign >= 0; sign = folder.indexOf('=', sign + 1)) {
      int slash = folder.lastIndexOf('/', sign);
      if (slash + 1 < sign) {
        return slash == 0 ? folder : folder.substring(0, slash + 1);
      }
    }
    return folder;
  }

  /** Replaces folders by the one above them where it holds at least some. */
  private static Set<String> merged(Set<String> roots, int some) {
    Set<String> result = roots;
    int deepest = result.stream().mapToInt(FileRoots::depth).max().orElse(0);
    for (int depth = deepest; result.size() > MOST && depth > 1; depth--) {
      Map<String, Set<String>> byParent = new TreeMap<>();
      Set<String> next = new TreeSet<>();
      for (String root : result) {
        if (depth(root) == depth) {
          byParent.computeIfAbsent(parent(root), key -> new TreeSet<>()).add(root);
        } else {
          next.add(root);
        }
      }
      byParent.forEach(
          (parent, children) -> next.addAll(children.size() < some ? children : Set.of(parent)));
      result = next;
    }
    return result;
  }

  private static Set<String> withoutNested(Set<String> sorted) {
    Set<String> result = new TreeSet<>();
    String last = null;
    for (String root : sorted) {
      if (last == null || !root.startsWith(last)) {
        result.add(root);
        last = root;
      }
    }
    return result;
  }

  private static int depth(String root) {
    return (int) root.chars().filter(c -> c == '/').count() - 1;
  }

  private static String parent(String root) {
    return root.substring(0, root.lastIndexOf('/', root.length() - 2) + 1);
  }
}

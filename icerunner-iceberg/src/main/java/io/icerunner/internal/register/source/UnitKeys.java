package io.icerunner.internal.register.source;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Spells the folders of units. A source is spelled in one way throughout; which one it is, is
 * learned from the first units that are spelled differently in the ways that are left.
 */
final class UnitKeys {
  private final List<String> keys;
  private final Predicate<String> exists;
  private final Set<HiveSpelling> possible = EnumSet.allOf(HiveSpelling.class);

  /**
   * @param keys those of the folders, outermost first
   * @param exists whether there is a file below a folder, by its path below the source
   */
  UnitKeys(List<String> keys, Predicate<String> exists) {
    this.keys = keys;
    this.exists = exists;
  }

  /**
   * The path of a unit below the source.
   *
   * @param values of the keys, in their order
   */
  String spell(List<@Nullable String> values) {
    if (values.stream().allMatch(HiveSpelling::isPlain)) {
      return path(HiveSpelling.HIVE, values);
    }
    Set<String> paths = spellings(possible, values);
    if (paths.size() > 1) {
      for (String path : paths) {
        if (exists.test(path)) {
          possible.removeIf(spelling -> !path.equals(pathIfAny(spelling, values)));
          return path;
        }
      }
    }
    return paths.isEmpty() ? path(HiveSpelling.HIVE, values) : paths.iterator().next();
  }

  /** Every spelling of a unit, each once. */
  Set<String> spellings(List<@Nullable String> values) {
    return values.stream().allMatch(HiveSpelling::isPlain)
        ? Set.of(path(HiveSpelling.HIVE, values))
        : spellings(EnumSet.allOf(HiveSpelling.class), values);
  }

  /** The folder of a file if it is one of these values in any spelling; else null. */
  @Nullable String leading(String path, List<@Nullable String> values) {
    for (String folder : spellings(values)) {
      if (path.startsWith(folder + "/")) {
        return folder;
      }
    }
    return null;
  }

  /** A unit as it is written most plainly, for messages. */
  String describe(List<@Nullable String> values) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < keys.size(); i++) {
      text.append(i == 0 ? "" : "/").append(keys.get(i)).append('=').append(values.get(i));
    }
    return text.toString();
  }

  private Set<String> spellings(Set<HiveSpelling> among, List<@Nullable String> values) {
    Set<String> paths = new LinkedHashSet<>();
    for (HiveSpelling spelling : among) {
      String path = pathIfAny(spelling, values);
      if (path != null) {
        paths.add(path);
      }
    }
    return paths;
  }

  private String path(HiveSpelling spelling, List<@Nullable String> values) {
    String path = pathIfAny(spelling, values);
    if (path == null) {
      throw new IllegalStateException("no folder for " + values);
    }
    return path;
  }

  private @Nullable String pathIfAny(HiveSpelling spelling, List<@Nullable String> values) {
    List<String> folders = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      String folder = spelling.folder(keys.get(i), values.get(i));
      if (folder == null) {
        return null;
      }
      folders.add(folder);
    }
    return String.join("/", folders);
  }
}

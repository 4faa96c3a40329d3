package io.icerunner.internal.register.source;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A unit as the rows of a manifest say it. Several rows may name files of one unit: then their
 * counts are added. A row that is there twice counts once.
 */
final class ManifestUnit {
  private final String key;
  private final String place;
  private final List<String> spellings;
  private final Map<List<String>, Part> parts = new HashMap<>();
  private final Set<String> files = new TreeSet<>();
  private long rows;

  /**
   * @param place of its first row
   * @param spellings other paths that the same values could have
   */
  ManifestUnit(String key, String place, List<String> spellings) {
    this.key = key;
    this.place = place;
    this.spellings = spellings;
  }

  /**
   * Adds a row.
   *
   * @param named locations of its files, sorted; empty if the unit is a whole folder
   * @return why the row contradicts an earlier one; null if it does not
   */
  @Nullable String add(String where, long count, List<String> named) {
    Part same = parts.putIfAbsent(named, new Part(where, count));
    if (same != null) {
      return same.rows == count
          ? null
          : "%s says %s rows and %s says %s".formatted(same.place, same.rows, where, count);
    }
    for (String file : named) {
      if (!files.add(file)) {
        return "%s names %s, which an earlier row names beside other files".formatted(where, file);
      }
    }
    rows += count;
    return null;
  }

  Unit unit() {
    return new Unit(key, rows);
  }

  String key() {
    return key;
  }

  long rows() {
    return rows;
  }

  String place() {
    return place;
  }

  List<String> spellings() {
    return spellings;
  }

  /** Locations of the files that are named, sorted; empty if the unit is a whole folder. */
  Set<String> files() {
    return files;
  }

  private record Part(String place, long rows) {}
}

package io.icerunner.internal.register;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The units that are in a table. Kept in the table property {@value #PROPERTY}, which changes in
 * the commit that adds or removes their files, so that the two never differ. Immutable.
 */
final class UnitRecord {
  /** The table property; {@link UnitRecordText} says what it looks like. */
  static final String PROPERTY = "icerunner.register.units";

  static final UnitRecord EMPTY = new UnitRecord(List.of(), new int[0]);

  private final List<RegisteredUnit> units;
  private final int[] sharedLengths;

  private UnitRecord(List<RegisteredUnit> units, int[] sharedLengths) {
    this.units = units;
    this.sharedLengths = sharedLengths;
  }

  /** A record of units, which have different keys. */
  static UnitRecord of(Collection<RegisteredUnit> units) {
    List<RegisteredUnit> sorted = new ArrayList<>(units);
    Collections.sort(sorted);
    Merge merge = new Merge(sorted.size());
    sorted.forEach(merge::add);
    return merge.record();
  }

  /** The units, sorted by key. */
  List<RegisteredUnit> units() {
    return units;
  }

  /** How many characters the key of a unit has in common with the one before, by its place. */
  int sharedLength(int unit) {
    return sharedLengths[unit];
  }

  @Nullable RegisteredUnit unit(String key) {
    int at = place(key);
    return at < 0 ? null : units.get(at);
  }

  private int place(String key) {
    return Collections.binarySearch(units, new RegisteredUnit(key, 0, 0));
  }

  int size() {
    return units.size();
  }

  long rows() {
    return units.stream().mapToLong(RegisteredUnit::rows).sum();
  }

  /**
   * The record after units came, or came anew, and others went. Keys are compared where something
   * changes only, since a record may have many more units than a batch.
   */
  UnitRecord with(Collection<RegisteredUnit> come, Set<String> gone) {
    TreeMap<String, @Nullable RegisteredUnit> changes = new TreeMap<>();
    gone.forEach(key -> changes.put(key, null));
    come.forEach(unit -> changes.put(unit.key(), unit));
    Merge merge = new Merge(units.size() + come.size());
    int[] next = {0};
    changes.forEach(
        (key, unit) -> {
          int at = place(key);
          int before = at < 0 ? -at - 1 : at;
          merge.add(this, next[0], before);
          if (unit != null) {
            merge.add(unit);
          }
          next[0] = at < 0 ? before : at + 1;
        });
    merge.add(this, next[0], units.size());
    return merge.record();
  }

  /** Puts a record together from units and stretches of another one, in order. */
  private static final class Merge {
    private final List<RegisteredUnit> merged;
    private final int[] sharedLengths;

    Merge(int most) {
      merged = new ArrayList<>(most);
      sharedLengths = new int[most];
    }

    void add(RegisteredUnit unit) {
      sharedLengths[merged.size()] =
          merged.isEmpty() ? 0 : sharedLength(merged.get(merged.size() - 1).key(), unit.key());
      merged.add(unit);
    }

    void add(UnitRecord record, int from, int to) {
      if (from < to) {
        add(record.units.get(from));
        System.arraycopy(
            record.sharedLengths, from + 1, sharedLengths, merged.size(), to - from - 1);
        merged.addAll(record.units.subList(from + 1, to));
      }
    }

    UnitRecord record() {
      return new UnitRecord(Collections.unmodifiableList(merged), sharedLengths);
    }

    private static int sharedLength(String a, String b) {
      int shared = 0;
      int most = Math.min(a.length(), b.length());
      while (shared < most && a.charAt(shared) == b.charAt(shared)) {
        shared++;
      }
      // Half of a character outside the basic plane would not survive UTF-8.
      return shared > 0 && Character.isHighSurrogate(a.charAt(shared - 1)) ? shared - 1 : shared;
    }
  }
}

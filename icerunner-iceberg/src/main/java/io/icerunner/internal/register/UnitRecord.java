package io.icerunner.internal.register;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The units that are in a table. Kept in the table property {@value #PROPERTY}, which changes in
 * the commit that adds or removes their files, so that the two never differ. Immutable.
 */
final class UnitRecord {
  /** The table property; {@link UnitRecordText} says what it looks like. */
  static final String PROPERTY = "icerunner.register.units";

  static final UnitRecord EMPTY = new UnitRecord(List.of());

  private final List<RegisteredUnit> units;

  private UnitRecord(List<RegisteredUnit> units) {
    this.units = units;
  }

  /** A record of units, which have different keys. */
  static UnitRecord of(Collection<RegisteredUnit> units) {
    List<RegisteredUnit> sorted = new ArrayList<>(units);
    Collections.sort(sorted);
    return new UnitRecord(Collections.unmodifiableList(sorted));
  }

  /** The units, sorted by key. */
  List<RegisteredUnit> units() {
    return units;
  }

  @Nullable RegisteredUnit unit(String key) {
    int at = Collections.binarySearch(units, new RegisteredUnit(key, 0, 0));
    return at < 0 ? null : units.get(at);
  }

  int size() {
    return units.size();
  }

  long rows() {
    return units.stream().mapToLong(RegisteredUnit::rows).sum();
  }

  /** The record after units came, or came anew, and others went. */
  UnitRecord with(Collection<RegisteredUnit> come, Set<String> gone) {
    List<RegisteredUnit> fresh = new ArrayList<>(come);
    Collections.sort(fresh);
    List<RegisteredUnit> merged = new ArrayList<>(units.size() + fresh.size());
    int next = 0;
    for (RegisteredUnit unit : units) {
      while (next < fresh.size() && fresh.get(next).compareTo(unit) < 0) {
        merged.add(fresh.get(next++));
      }
      if (next < fresh.size() && fresh.get(next).compareTo(unit) == 0) {
        merged.add(fresh.get(next++));
      } else if (!gone.contains(unit.key())) {
        merged.add(unit);
      }
    }
    merged.addAll(fresh.subList(next, fresh.size()));
    return new UnitRecord(Collections.unmodifiableList(merged));
  }
}

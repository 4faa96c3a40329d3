package io.icerunner.internal.register.source;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Units that one flat listing of the source tells, with the files of each. */
abstract class ListedUnits implements UnitSource {
  private final Map<String, List<SourceFile>> complete = new TreeMap<>();
  private final Set<String> pending = new HashSet<>();
  private int passedOver;

  /**
   * Lists the source and gives each data file to {@link #add}.
   *
   * @return how many files were passed over
   */
  abstract int list();

  final void add(String key, SourceFile file, boolean isComplete) {
    if (isComplete) {
      complete.computeIfAbsent(key, k -> new ArrayList<>()).add(file);
    } else {
      pending.add(key);
    }
  }

  @Override
  public final List<Unit> units() {
    complete.clear();
    pending.clear();
    passedOver = list();
    return complete.keySet().stream().map(key -> new Unit(key, null)).toList();
  }

  @Override
  public final UnitFiles files(Unit unit) {
    return new UnitFiles(complete.getOrDefault(unit.key(), List.of()), 0);
  }

  @Override
  public final boolean isListed() {
    return true;
  }

  @Override
  public final Set<String> pending() {
    return Set.copyOf(pending);
  }

  @Override
  public final int passedOver() {
    return passedOver;
  }
}

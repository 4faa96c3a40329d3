package io.icerunner.internal.register;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.RegistrationSettings.OnChange;
import io.icerunner.internal.register.RegistrationSettings.OnVanish;
import io.icerunner.internal.register.source.Unit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What is left to do: what is complete, compared with what is in the table.
 *
 * @param todo new units and changed ones that are to be replaced, in order
 * @param vanished keys of registered units that are gone and to be removed
 * @param skipped how many complete units are in the table and stay as they are
 * @param followed whether the table holds what is complete, and nothing else, once all is done
 */
record WorkList(List<WorkUnit> todo, List<String> vanished, long skipped, boolean followed) {
  private static final int NAMED = 5;

  /**
   * @param pending keys of units that are there and not complete
   * @param files compares the files of registered units; null if only row counts are compared
   * @throws IceRunnerException INVALID_ARGUMENT naming the units if a policy refuses them
   */
  static WorkList of(
      List<Unit> complete,
      Set<String> pending,
      UnitRecord record,
      RegistrationSettings settings,
      @Nullable FileComparison files) {
    List<WorkUnit> todo = new ArrayList<>();
    List<String> changes = new ArrayList<>();
    Set<String> keys = new HashSet<>(pending);
    long skipped = 0;
    for (Unit unit : complete) {
      keys.add(unit.key());
      RegisteredUnit registered = record.unit(unit.key());
      String change = registered == null ? null : change(unit, registered, files);
      if (registered == null) {
        todo.add(new WorkUnit(unit, null));
      } else if (change != null && settings.onChange() == OnChange.REPLACE) {
        todo.add(new WorkUnit(unit, registered));
      } else {
        skipped++;
      }
      if (change != null) {
        changes.add(change);
      }
    }
    if (settings.onChange() == OnChange.REFUSE && !changes.isEmpty()) {
      throw refused(settings, "units have changed since they were registered", "a change", changes);
    }
    boolean kept = settings.onChange() == OnChange.KEEP && !changes.isEmpty();
    boolean allKnown = record.units().stream().allMatch(unit -> keys.contains(unit.key()));
    return new WorkList(
        todo, vanished(record, keys, settings), skipped, !kept && allKnown && pending.isEmpty());
  }

  private static @Nullable String change(
      Unit unit, RegisteredUnit registered, @Nullable FileComparison files) {
    if (unit.rows() != null && unit.rows() != registered.rows()) {
      return "%s had %s rows and has %s".formatted(unit.key(), registered.rows(), unit.rows());
    }
    return files == null ? null : files.change(unit, registered);
  }

  private static List<String> vanished(
      UnitRecord record, Set<String> keys, RegistrationSettings settings) {
    if (settings.onVanish() == OnVanish.KEEP) {
      return List.of();
    }
    List<String> vanished =
        record.units().stream()
            .map(RegisteredUnit::key)
            .filter(key -> !keys.contains(key))
            .toList();
    if (settings.onVanish() == OnVanish.REFUSE && !vanished.isEmpty()) {
      throw refused(settings, "registered units are gone from the source", "vanishing", vanished);
    }
    return vanished;
  }

  private static IceRunnerException refused(
      RegistrationSettings settings, String what, String policy, List<String> units) {
    String named = String.join("; ", units.subList(0, Math.min(NAMED, units.size())));
    String more = units.size() > NAMED ? "; and %s more".formatted(units.size() - NAMED) : "";
    return IceRunnerException.invalidArgument(
        "Cannot register %s into table %s: %s %s: %s%s. Choose another policy for %s to follow them"
            .formatted(
                settings.source(), settings.table(), units.size(), what, named, more, policy));
  }
}

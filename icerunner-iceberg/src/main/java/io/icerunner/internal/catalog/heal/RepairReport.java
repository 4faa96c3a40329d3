package io.icerunner.internal.catalog.heal;

import java.util.List;

/**
 * What a repair found and did.
 *
 * @param entries one for each table, sorted by name
 * @param notes about the catalog as a whole, as sentences
 */
public record RepairReport(List<RepairEntry> entries, List<String> notes) {

  /** Copies. */
  public RepairReport {
    entries = List.copyOf(entries);
    notes = List.copyOf(notes);
  }

  /** True if no table is left that cannot be opened. */
  public boolean isHealthy() {
    return count(RepairAction.SKIPPED) == 0;
  }

  /** How many tables an action was taken on. */
  public long count(RepairAction action) {
    return entries.stream().filter(entry -> entry.action() == action).count();
  }
}

package io.icerunner.internal.catalog.heal;

import org.jspecify.annotations.Nullable;

/**
 * What the files of a table say should be done about it.
 *
 * @param action UNTOUCHED and SKIPPED change nothing
 * @param file the version the catalog should name; null if there is none
 * @param reason a clause for people; empty if there is nothing to say
 */
public record Finding(RepairAction action, @Nullable MetadataFile file, String reason) {

  static Finding skipped(String reason) {
    return new Finding(RepairAction.SKIPPED, null, reason);
  }

  /** True if the catalog should be changed. */
  public boolean isChange() {
    return action.isChange();
  }
}

package io.icerunner.internal.catalog.heal;

/** What was done about a table. */
public enum RepairAction {
  /** The catalog had no row of the table, and has one now. */
  REGISTERED,
  /** The row named an older version; it names the newest now. */
  ADVANCED,
  /** The newest version cannot be read; the row names the one before it now. */
  FELL_BACK,
  /** The row is right. */
  UNTOUCHED,
  /** The files belong to no table, and are left: dropped, or their name is another table's. */
  LEFT,
  /** The table cannot be healed; the reason says why. */
  SKIPPED;

  /** True if the catalog was changed. */
  public boolean isChange() {
    return switch (this) {
      case REGISTERED, ADVANCED, FELL_BACK -> true;
      case UNTOUCHED, LEFT, SKIPPED -> false;
    };
  }
}

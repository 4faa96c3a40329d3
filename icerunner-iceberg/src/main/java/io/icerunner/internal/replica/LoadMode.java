package io.icerunner.internal.replica;

/** What becomes of the rows that a table has. */
public enum LoadMode {
  /** They stay. */
  APPEND,
  /** The new rows take their place, in one commit. */
  REPLACE
}

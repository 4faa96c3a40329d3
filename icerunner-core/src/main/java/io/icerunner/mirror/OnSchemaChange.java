package io.icerunner.mirror;

/** What happens when the columns of a source change. */
public enum OnSchemaChange {
  /**
   * The target gets new columns, wider types and, if the source tells field ids, new names; columns
   * that may be null now. A change that would lose values stops the table, naming the column. The
   * default.
   */
  FOLLOW,
  /** The table stops, naming the columns. */
  STOP
}

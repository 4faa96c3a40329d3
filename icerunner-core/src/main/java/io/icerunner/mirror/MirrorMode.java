package io.icerunner.mirror;

/** How a source table is followed. */
public enum MirrorMode {
  /**
   * As the target's record says; for a target that has none, {@link #SNAPSHOT} if the source is an
   * IceRunner, else {@link #FULL}. The default.
   */
  AUTO,
  /** By the source's Iceberg snapshots: only what is new is read. Needs an IceRunner as source. */
  SNAPSHOT,
  /**
   * All rows in each cycle, taking the place of those before; nothing is committed if none differ.
   */
  FULL,
  /** By a column that only grows: what is beyond the last value is read. */
  CURSOR,
  /** All rows that the source gives in each cycle are added, as from a stream. */
  APPEND
}

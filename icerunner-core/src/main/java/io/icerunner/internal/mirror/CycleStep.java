package io.icerunner.internal.mirror;

/** What the cycle of a table has just done. */
public enum CycleStep {
  TARGET_KNOWN,
  SOURCE_KNOWN,
  READING,
  COMMITTING,
  COMMITTED,
  FINISHED
}

package io.icerunner.internal.mirror;

/** How the cycle of a table ended. */
public enum CycleOutcome {
  /** Nothing was to be done. */
  UNCHANGED,
  /** Rows, columns or the position were added to what was there. */
  UPDATED,
  /** All rows were replaced. */
  REPLACED,
  /** It failed in passing. */
  FAILED,
  /** It failed for good. */
  STOPPED
}

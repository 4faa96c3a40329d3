package io.icerunner.mirror;

/** How a cycle of a table ended. */
public enum TableOutcome {
  /** The target equalled the source. */
  UNCHANGED,
  /** Rows were added. */
  UPDATED,
  /** All rows were replaced. */
  REPLACED,
  /** It failed in a way that may pass: a later cycle or run goes on from the last commit. */
  FAILED,
  /** It will not go on by itself: the failure says what to do. */
  STOPPED
}

package io.icerunner.mirror;

/** What happens when a source deleted or overwrote rows that the target may have. */
public enum OnRewrite {
  /** The target's rows are replaced by the source's, in one commit. The default. */
  REPLACE,
  /** The table stops, with the snapshot and what it did as the reason. */
  STOP
}

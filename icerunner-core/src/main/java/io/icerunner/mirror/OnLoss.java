package io.icerunner.mirror;

/**
 * What happens when what is new at a source cannot be told apart from what was there before: the
 * position's snapshot expired, the source was rolled back or made anew, or the target was set back.
 */
public enum OnLoss {
  /** The table stops, with the reason. The default. */
  STOP,
  /** The target's rows are replaced by the source's, in one commit. */
  RESYNC
}

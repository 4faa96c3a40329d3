package io.icerunner.mirror;

/** What the mirror of a table has just done. */
public enum MirrorStep {
  /** It is known how far the target is. */
  TARGET_KNOWN,
  /** It is known what has happened at the source. */
  SOURCE_KNOWN,
  /** Rows come. Told a few times per second at most. */
  READING,
  /** Rows are about to be committed. */
  COMMITTING,
  /** Rows are committed, with the position. */
  COMMITTED,
  /** The cycle of the table is over, well or not. */
  FINISHED
}

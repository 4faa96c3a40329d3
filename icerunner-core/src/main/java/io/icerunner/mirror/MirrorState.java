package io.icerunner.mirror;

/** What a {@link MirrorHandle} is doing. */
public enum MirrorState {
  /** Waiting for the next cycle. */
  IDLE,
  /** Looking at tables or copying rows. */
  RUNNING,
  /** Waiting to try again what failed in passing. */
  BACKING_OFF,
  /** Nothing more will be done: it was closed, or every table has stopped. */
  STOPPED
}

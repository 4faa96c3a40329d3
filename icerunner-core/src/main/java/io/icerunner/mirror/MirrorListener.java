package io.icerunner.mirror;

import java.time.Duration;

/**
 * Follows a mirror. Called by the mirror's threads, by one at a time, and waited for. A
 * RuntimeException ends the mirror there: {@link Mirror#runOnce()} throws it on, a {@link
 * MirrorHandle} stops.
 */
public interface MirrorListener {

  /** A step of a table is done. */
  default void progress(MirrorProgress progress) {}

  /**
   * A cycle is over. Those of a mirror that goes on have the tables that were due together; one
   * that takes longer than the others is part of a later cycle.
   */
  default void cycleDone(MirrorResult result) {}

  /**
   * Something failed in passing and is tried again.
   *
   * @param source the name of the source's table, or the server's address if it is no table's
   * @param message what failed
   * @param pause before the next attempt
   */
  default void retrying(String source, String message, Duration pause) {}
}

package io.icerunner.internal.mirror;

import java.time.Duration;
import java.util.List;

/** Follows a mirror. */
public interface CycleListener {

  void progress(CycleProgress progress);

  /** A cycle over some tables is over. */
  void cycleDone(List<TableReport> tables, Duration duration);

  /**
   * Something is tried again.
   *
   * @param source a table's name, or the server's address
   */
  void retrying(String source, String message, Duration pause);
}

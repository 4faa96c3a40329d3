package io.icerunner.internal.mirror;

import io.icerunner.internal.mirror.source.SourceTable;

/** Makes the source tables of the kinds there are. */
public interface SourceKinds {

  /** Whether the source tells its snapshots. */
  boolean hasSnapshots();

  /**
   * A table that is followed in one way.
   *
   * @param kind "snapshot", "full", "cursor" or "append"
   * @param table the source, and the target, whose rows tell a cursor what is known
   * @throws io.icerunner.error.IceRunnerException UNSUPPORTED if the source has no such kind
   */
  SourceTable open(String kind, TablePair table);
}

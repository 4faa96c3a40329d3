package io.icerunner.internal.mirror.source;

import io.icerunner.internal.replica.ReplicaRecord;
import org.jspecify.annotations.Nullable;

/** One table of a server, followed in one way. For use by one thread. */
public interface SourceTable {

  /** As {@link ReplicaRecord#kind()}. */
  String kind();

  /** As {@link ReplicaRecord#source()}. */
  String source();

  /** Whether a record tells of this table, so that {@link #since} can be asked. */
  default boolean isSourceOf(ReplicaRecord record) {
    return source().equals(record.source());
  }

  /**
   * What has happened since a record of this kind was made. Costs little.
   *
   * @param last null for the first time: all rows are new
   */
  SourceChange since(@Nullable ReplicaRecord last);

  /** All rows, in the place of those that the target has. */
  SourceChange.Rows all();
}

package io.icerunner.internal.replica;

import org.jspecify.annotations.Nullable;

/**
 * A target table as it is.
 *
 * @param exists whether there is one
 * @param isEmpty whether it has no rows
 * @param record how far it is; null if no mirror has written it
 * @param damage why the record cannot be trusted, as a sentence: the table was set back to a
 *     snapshot from before the record; null if it can
 */
public record ReplicaState(
    boolean exists, boolean isEmpty, @Nullable ReplicaRecord record, @Nullable String damage) {

  /** There is no such table. */
  public static final ReplicaState MISSING = new ReplicaState(false, true, null, null);
}

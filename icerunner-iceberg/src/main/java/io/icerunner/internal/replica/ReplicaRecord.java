package io.icerunner.internal.replica;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a copy is, kept as JSON in the table property {@link #PROPERTY} by the commit that made
 * it so. Immutable.
 *
 * @param source where the rows come from, as text that is compared, never connected to
 * @param sourceUuid the uuid of the source's table; null if it tells none
 * @param kind how the source is followed: "snapshot", "full", "cursor" or "append"
 * @param position a JSON object whose form is the kind's affair
 * @param epoch grows by one with each mirror that takes over; a mirror with a lower one is fenced
 * @param run the mirror that made the commit
 * @param commits how many commits mirrors have made, this one included
 * @param rows of the source that the table holds after the commit
 * @param fieldIds the table's field id for each of the source's; empty if the source tells none
 * @param timestampMillis when the commit was made, by the mirror's clock; for people only
 */
public record ReplicaRecord(
    String source,
    @Nullable String sourceUuid,
    String kind,
    String position,
    long epoch,
    String run,
    long commits,
    long rows,
    Map<Integer, Integer> fieldIds,
    long timestampMillis) {

  /** The table property. */
  public static final String PROPERTY = "icerunner.mirror";

  /** Copies. */
  public ReplicaRecord {
    fieldIds = Map.copyOf(fieldIds);
  }

  /** The same with other field ids. */
  ReplicaRecord withFieldIds(Map<Integer, Integer> ids) {
    return new ReplicaRecord(
        source, sourceUuid, kind, position, epoch, run, commits, rows, ids, timestampMillis);
  }
}

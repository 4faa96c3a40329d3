package io.icerunner.internal.scan;

import java.util.List;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * What happened to a table between two of its snapshots, as far as it can be followed by reading
 * rows that were added. Found out from the table's metadata and the manifest lists of the snapshots
 * in question, whatever the size of the table.
 *
 * @param kind whether and why not
 * @param reason the rest of a sentence about the table; empty for {@link Kind#NONE} and {@link
 *     Kind#APPEND}
 * @param appended the snapshots that added rows, in the order of the table's history; those before
 *     the obstacle if the changes cannot be followed
 */
public record TableChanges(Kind kind, String reason, List<Snapshot> appended) {

  /** What happened. */
  public enum Kind {
    /** Nothing: both snapshots are the same. */
    NONE,
    /** Rows were added, or files were rewritten without changing rows. */
    APPEND,
    /** A snapshot removed or changed rows, or the table was replaced. */
    REWRITE,
    /** A snapshot that is needed has expired. */
    EXPIRED,
    /** The first snapshot is not in the history of the last, though they begin alike. */
    ROLLED_BACK
  }

  public TableChanges {
    appended = List.copyOf(appended);
  }

  /**
   * Follows the history of a snapshot back to another one.
   *
   * @param from the snapshot after which the changes begin; null for the beginning of the history
   * @param to the last snapshot; null for a table that has none
   */
  static TableChanges between(Table table, @Nullable Long from, @Nullable Snapshot to) {
    return new ChangeWalk(table, from, to).walk();
  }

  /** Whether the rows of the range can be read. */
  boolean isFollowed() {
    return kind == Kind.NONE || kind == Kind.APPEND;
  }
}

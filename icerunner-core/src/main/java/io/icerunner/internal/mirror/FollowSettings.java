package io.icerunner.internal.mirror;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How tables are followed.
 *
 * @param cursorColumn that only grows; null unless the mode is CURSOR
 * @param keyColumns by which rows at the cursor's boundary are told apart; empty for all columns
 * @param lookBack how far behind the cursor rows may come late, as text; null for not at all
 * @param batchSize rows after which is committed; 0 for one commit in a cycle
 * @param commitPerSnapshot whether each snapshot of the source is a commit of its own
 * @param replaceOnRewrite whether rows are replaced when the source rewrote some; else it stops
 * @param resyncOnLoss whether rows are replaced when the position is lost; else it stops
 * @param followSchema whether the target's schema follows the source's; else it stops
 * @param resync whether the first cycle replaces whatever a target has
 * @param tableProperties of targets that are made
 * @param leastFileBytes from which size on, on average, data files are copied as they are; 0 for
 *     not at all
 */
public record FollowSettings(
    Mode mode,
    @Nullable String cursorColumn,
    List<String> keyColumns,
    @Nullable String lookBack,
    long batchSize,
    boolean commitPerSnapshot,
    boolean replaceOnRewrite,
    boolean resyncOnLoss,
    boolean followSchema,
    boolean resync,
    Map<String, String> tableProperties,
    long leastFileBytes) {

  /** Smaller files are better made into larger ones, of rows. */
  public static final long LEAST_FILE_BYTES = 1 << 20;

  /** Copies. */
  public FollowSettings {
    keyColumns = List.copyOf(keyColumns);
    tableProperties = Map.copyOf(tableProperties);
  }

  /** Whether data files may be copied as they are. */
  boolean copiesFiles() {
    return leastFileBytes > 0;
  }

  /** How a table is followed. */
  public enum Mode {
    /** As the record says, else as the source allows. */
    AUTO,
    SNAPSHOT,
    FULL,
    CURSOR,
    APPEND
  }
}

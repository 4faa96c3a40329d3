package io.icerunner.internal.mirror.source;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.cursor.CursorPosition;
import io.icerunner.internal.mirror.cursor.CursorTracker;
import io.icerunner.internal.mirror.cursor.CursorType;
import java.util.Objects;
import java.util.function.Function;
import org.apache.arrow.vector.FieldVector;
import org.jspecify.annotations.Nullable;

/**
 * Where a table is read on from.
 *
 * @param <V> a value of the cursor
 */
final class CursorBoundary<V> {
  private final CursorType<V> type;
  private final CursorSettings settings;
  private final @Nullable CursorPosition position;
  private final @Nullable V last;
  private final @Nullable V bound;
  private final Function<String, KnownRows> knownRows;
  private @Nullable KnownRows known;

  /**
   * @param position null for the first time
   * @param knownRows reads what the target has, given the predicate in SQL
   */
  CursorBoundary(
      CursorType<V> type,
      CursorSettings settings,
      @Nullable CursorPosition position,
      Function<String, KnownRows> knownRows) {
    this.type = type;
    this.settings = settings;
    this.position = position;
    this.last = position == null ? null : type.last(position);
    this.bound = last == null ? null : type.bound(last, settings.lookBack());
    this.knownRows = knownRows;
  }

  String column() {
    return settings.column();
  }

  boolean isOrdered() {
    return settings.isOrdered();
  }

  /** About after how many rows there are positions. */
  long cutRows() {
    return settings.cutRows();
  }

  /** Whether all rows are new. */
  boolean isOpen() {
    return bound == null;
  }

  /** The rows at or after the boundary; null for all. */
  @Nullable String predicate() {
    return bound == null ? null : SqlNames.quoted(settings.column()) + " >= " + type.literal(bound);
  }

  CursorTracker<V> tracker() {
    return type.tracker(settings.column(), last, settings.isOrdered());
  }

  /** Those that the target has, read when they are first needed. */
  KnownRows known() {
    KnownRows rows = known;
    if (rows == null) {
      rows = knownRows.apply(Objects.requireNonNull(predicate()));
      known = rows;
    }
    return rows;
  }

  /**
   * Whether a row, by its value of the column, is at or after the boundary. Servers that compare
   * more coarsely give others too.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if the server compares text in another order
   */
  boolean isInside(FieldVector cursor, int row) {
    boolean inside = bound == null || type.compare(cursor, row, bound) >= 0;
    if (!inside && type.isText()) {
      throw otherOrder(column());
    }
    return inside;
  }

  static IceRunnerException otherOrder(String column) {
    return IceRunnerException.invalidArgument(
        ("Cannot follow the table by column %s: the server does not compare text by its bytes;"
                + " choose a column of numbers or times")
            .formatted(column));
  }

  /** The position at a value. */
  String position(@Nullable V value) {
    return type.position(settings.column(), value).json();
  }

  /** Whether the position would stay as it is. */
  boolean isAt(@Nullable V value) {
    return position != null && type.position(settings.column(), value).equals(position);
  }
}

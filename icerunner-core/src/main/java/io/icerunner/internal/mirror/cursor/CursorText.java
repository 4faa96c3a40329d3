package io.icerunner.internal.mirror.cursor;

import org.jspecify.annotations.Nullable;

/**
 * Values as text: in positions, and in SQL.
 *
 * @param <V> a value
 */
interface CursorText<V> {

  /** The value as positions hold it. */
  String text(V value);

  /**
   * Reads what {@link #text} wrote, by this type or by one that can be widened to it.
   *
   * @throws RuntimeException if it is not a value of the type
   */
  V parse(String text);

  /**
   * Where to read from again.
   *
   * @param lookBack how far before the value; null for the value itself
   * @return not later than the value, and exact in SQL
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT if the distance does not fit the
   *     type
   */
  V bound(V value, @Nullable String lookBack);

  /** The value itself, or the next one that is exact in SQL. */
  default V ceiling(V value) {
    return value;
  }

  /**
   * A bound as an expression of standard SQL.
   *
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT if it cannot be written
   */
  String literal(V bound);
}

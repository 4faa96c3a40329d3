package io.icerunner.internal.register.partition;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.Map;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * What a footer tells about one column.
 *
 * @param nulls how many rows are null; -1 if the footer does not tell
 * @param lower at most the least value; null if not known, as upper is then
 */
record ColumnStatistics(long rows, long nulls, @Nullable Object lower, @Nullable Object upper) {

  static ColumnStatistics of(FileEvidence file, Types.NestedField column) {
    Metrics metrics = file.metrics();
    long nulls = nulls(file, column);
    ByteBuffer lower = find(metrics.lowerBounds(), column);
    ByteBuffer upper = find(metrics.upperBounds(), column);
    if (lower == null || upper == null) {
      return new ColumnStatistics(file.rows(), nulls, null, null);
    }
    try {
      Object least = decode(column, lower);
      Object greatest = decode(column, upper);
      boolean ordered = order(column).compare(least, greatest) <= 0;
      return new ColumnStatistics(
          file.rows(), nulls, ordered ? least : null, ordered ? greatest : null);
    } catch (RuntimeIOException e) {
      // bounds that are no UTF-8 bound nothing
      return new ColumnStatistics(file.rows(), nulls, null, null);
    }
  }

  /** Counts that contradict the rows are none. */
  private static long nulls(FileEvidence file, Types.NestedField column) {
    Long values = find(file.metrics().valueCounts(), column);
    Long nulls = find(file.metrics().nullValueCounts(), column);
    return values != null && values == file.rows() && nulls != null && nulls >= 0 && nulls <= values
        ? nulls
        : -1;
  }

  boolean isAllNull() {
    return nulls == rows;
  }

  boolean isMixed() {
    return nulls > 0 && nulls < rows;
  }

  /** Whether no row is null and both bounds are known. */
  boolean isBounded() {
    return nulls == 0 && lower != null && upper != null;
  }

  private static Comparator<Object> order(Types.NestedField column) {
    return Comparators.forType(column.type().asPrimitiveType());
  }

  private static Object decode(Types.NestedField column, ByteBuffer bound) {
    Object value = Conversions.fromByteBuffer(column.type(), bound.duplicate());
    return value instanceof CharSequence text ? text.toString() : value;
  }

  private static <T> @Nullable T find(@Nullable Map<Integer, T> byId, Types.NestedField column) {
    return byId == null ? null : byId.get(column.fieldId());
  }
}

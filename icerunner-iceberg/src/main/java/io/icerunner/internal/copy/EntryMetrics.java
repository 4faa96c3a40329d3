package io.icerunner.internal.copy;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/** The statistics of an entry, as far as they are of a table's columns and readers take them. */
final class EntryMetrics {
  private final Schema table;

  private EntryMetrics(Schema table) {
    this.table = table;
  }

  /** Null if the entry tells none. */
  static @Nullable Metrics of(DataFile entry, Schema table) {
    boolean tellsSome =
        hasSome(entry.valueCounts())
            || hasSome(entry.nullValueCounts())
            || hasSome(entry.lowerBounds())
            || hasSome(entry.upperBounds());
    return tellsSome ? new EntryMetrics(table).metrics(entry) : null;
  }

  private static boolean hasSome(@Nullable Map<Integer, ?> statistics) {
    return statistics != null && !statistics.isEmpty();
  }

  private Metrics metrics(DataFile entry) {
    return new Metrics(
        entry.recordCount(),
        kept(entry.columnSizes(), EntryMetrics::isCount),
        kept(entry.valueCounts(), EntryMetrics::isCount),
        kept(entry.nullValueCounts(), EntryMetrics::isCount),
        kept(entry.nanValueCounts(), EntryMetrics::isCount),
        kept(entry.lowerBounds(), EntryMetrics::isBound),
        kept(entry.upperBounds(), EntryMetrics::isBound));
  }

  private <V> @Nullable Map<Integer, V> kept(
      @Nullable Map<Integer, V> statistics, BiPredicate<Type, V> isRight) {
    if (statistics == null) {
      return null;
    }
    Map<Integer, V> kept = new HashMap<>();
    statistics.forEach(
        (id, value) -> {
          Type type = table.findType(id);
          if (type != null
              && type.isPrimitiveType()
              && value != null
              && isRight.test(type, value)) {
            kept.put(id, value);
          }
        });
    return kept;
  }

  private static boolean isCount(Type type, Long count) {
    return count >= 0;
  }

  private static boolean isBound(Type type, ByteBuffer bound) {
    try {
      return Conversions.fromByteBuffer(type, bound.duplicate()) != null;
    } catch (RuntimeException e) {
      return false;
    }
  }
}

package io.icerunner.internal.scan;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the statistics of many files in little memory: what is equal is one object, what pruning
 * does not look at is left out. For the files of one snapshot and one thread.
 */
final class StatisticsPool {
  private static final int BYTES_PER_OBJECT = 100;
  private static final int BYTES_PER_ENTRY = 20;

  private final Map<Object, Object> pool = new HashMap<>();
  private long bytes;

  /** The memory that all statistics take that were pooled so far, roughly. */
  long bytes() {
    return bytes;
  }

  LiveFile pooled(LiveFile live, PartitionSpec spec) {
    DataFile file = live.file();
    Metrics metrics =
        new Metrics(
            file.recordCount(),
            null,
            pooled(file.valueCounts(), count -> count),
            pooled(file.nullValueCounts(), count -> count),
            pooled(file.nanValueCounts(), count -> count),
            pooled(file.lowerBounds(), StatisticsPool::exact),
            pooled(file.upperBounds(), StatisticsPool::exact));
    DataFile small = DataFiles.builder(spec).copy(file).withMetrics(metrics).build();
    return new LiveFile(small, live.target(), live.refusal());
  }

  private <V> @Nullable Map<Integer, V> pooled(
      @Nullable Map<Integer, V> statistics, Function<V, V> copy) {
    if (statistics == null) {
      return null;
    }
    Map<Integer, V> values = new HashMap<>();
    statistics.forEach(
        (id, value) -> {
          if (value != null) {
            values.put(id, one(copy.apply(value)));
          }
        });
    int before = pool.size();
    Map<Integer, V> result = one(Map.copyOf(values));
    bytes += pool.size() == before ? 0 : (long) values.size() * BYTES_PER_ENTRY;
    return result;
  }

  /** The first of all equal objects. */
  @SuppressWarnings("unchecked")
  private <V> V one(V value) {
    Object known = pool.putIfAbsent(value, value);
    bytes += known == null ? BYTES_PER_OBJECT : 0;
    return known == null ? value : (V) known;
  }

  /** A buffer of its own bytes only: others may share a larger array. */
  private static ByteBuffer exact(ByteBuffer bound) {
    byte[] bytes = new byte[bound.remaining()];
    bound.duplicate().get(bytes);
    return ByteBuffer.wrap(bytes);
  }
}

package io.icerunner.internal.scan;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the statistics of many files in little memory: what is equal is one object, what pruning
 * does not look at is left out. For the files of one snapshot and one thread.
 */
final class StatisticsPool {
  private static final int BYTES_PER_OBJECT = 100;
  private static final int BYTES_PER_ENTRY = 20;

  private static final int BYTES_PER_FILE_AS_IT_IS = 5_000;

  private final Map<Integer, DataFiles.Builder> builders = new HashMap<>();
  private final Map<Object, Object> pool = new HashMap<>();
  private long bytes;

  /** The memory that all statistics take that were pooled so far, roughly. */
  long bytes() {
    return bytes;
  }

  LiveFile pooled(LiveFile live, PartitionSpec spec) {
    DataFile file = live.file();
    if (spec.isPartitioned() && !isCopyable(file.partition(), spec)) {
      bytes += BYTES_PER_FILE_AS_IT_IS;
      return live;
    }
    Metrics metrics =
        new Metrics(
            file.recordCount(),
            null,
            pooled(file.valueCounts(), count -> count),
            pooled(file.nullValueCounts(), count -> count),
            pooled(file.nanValueCounts(), count -> count),
            pooled(file.lowerBounds(), StatisticsPool::exact),
            pooled(file.upperBounds(), StatisticsPool::exact));
    DataFile small =
        builders
            .computeIfAbsent(spec.specId(), id -> DataFiles.builder(spec))
            .copy(file)
            .withMetrics(metrics)
            .build();
    return new LiveFile(small, live.target(), live.refusal());
  }

  /** Values of a partition column whose type was changed since may still be of the old type. */
  private static boolean isCopyable(StructLike partition, PartitionSpec spec) {
    Class<?>[] classes = spec.javaClasses();
    for (int i = 0; i < classes.length; i++) {
      Object value = partition.get(i, Object.class);
      if (value != null && !classes[i].isInstance(value)) {
        return false;
      }
    }
    return true;
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

package io.icerunner.internal.commit;

import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFile.PartitionFieldSummary;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Comparators;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.util.StructLikeSet;
import org.jspecify.annotations.Nullable;

/**
 * Tells from the bounds in the manifest list which manifests may hold files of the same partitions
 * as given files. A manifest of a spec that none of the files has always may.
 */
final class PartitionOverlap {
  private final Map<Integer, PartitionSpec> specs;
  private final Map<Integer, StructLikeSet> tuples = new HashMap<>();
  private final boolean manySpecs;

  PartitionOverlap(Map<Integer, PartitionSpec> specs, Collection<DataFile> files) {
    this.specs = specs;
    for (DataFile file : files) {
      tuples
          .computeIfAbsent(file.specId(), id -> StructLikeSet.create(spec(id).partitionType()))
          .add(file.partition());
    }
    this.manySpecs = tuples.size() > 1;
  }

  boolean mayHold(ManifestFile manifest) {
    @Nullable StructLikeSet candidates = tuples.get(manifest.partitionSpecId());
    @Nullable List<PartitionFieldSummary> bounds = manifest.partitions();
    if (candidates == null || manySpecs || bounds == null) {
      return true;
    }
    Types.StructType type = spec(manifest.partitionSpecId()).partitionType();
    return candidates.stream().anyMatch(tuple -> isWithin(tuple, type, bounds));
  }

  private PartitionSpec spec(int id) {
    @Nullable PartitionSpec spec = specs.get(id);
    if (spec == null) {
      throw new IllegalArgumentException("Unknown partition spec " + id);
    }
    return spec;
  }

  private static boolean isWithin(
      StructLike tuple, Types.StructType type, List<PartitionFieldSummary> bounds) {
    for (int i = 0; i < bounds.size(); i++) {
      Type fieldType = type.fields().get(i).type();
      Object value = tuple.get(i, fieldType.typeId().javaClass());
      if (!mayHold(bounds.get(i), fieldType, value)) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayHold(PartitionFieldSummary bounds, Type type, @Nullable Object value) {
    if (value == null) {
      return bounds.containsNull();
    }
    if (isNaN(value)) {
      return !Boolean.FALSE.equals(bounds.containsNaN());
    }
    @Nullable ByteBuffer lower = bounds.lowerBound();
    @Nullable ByteBuffer upper = bounds.upperBound();
    if (lower == null || upper == null) {
      return false;
    }
    Comparator<Object> order = Comparators.forType(type.asPrimitiveType());
    Object least = Conversions.fromByteBuffer(type, lower);
    Object greatest = Conversions.fromByteBuffer(type, upper);
    return order.compare(least, value) <= 0 && order.compare(value, greatest) <= 0;
  }

  private static boolean isNaN(Object value) {
    return (value instanceof Float f && f.isNaN()) || (value instanceof Double d && d.isNaN());
  }
}

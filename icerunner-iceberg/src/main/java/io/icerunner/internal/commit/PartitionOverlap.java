package io.icerunner.internal.commit;

import java.nio.ByteBuffer;
import java.util.ArrayList;
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
    List<FieldBounds> fields = new ArrayList<>(bounds.size());
    for (int i = 0; i < bounds.size(); i++) {
      fields.add(FieldBounds.of(type.fields().get(i).type(), bounds.get(i)));
    }
    return candidates.stream().anyMatch(tuple -> isWithin(tuple, fields));
  }

  private PartitionSpec spec(int id) {
    @Nullable PartitionSpec spec = specs.get(id);
    if (spec == null) {
      throw new IllegalArgumentException("Unknown partition spec " + id);
    }
    return spec;
  }

  private static boolean isWithin(StructLike tuple, List<FieldBounds> fields) {
    for (int i = 0; i < fields.size(); i++) {
      FieldBounds field = fields.get(i);
      if (!field.mayHold(tuple.get(i, field.javaClass()))) {
        return false;
      }
    }
    return true;
  }

  /**
   * What a manifest has of a partition field.
   *
   * @param least null if it has nothing but nulls and NaN
   */
  private record FieldBounds(
      Class<?> javaClass,
      Comparator<Object> order,
      boolean mayHoldNull,
      boolean mayHoldNaN,
      @Nullable Object least,
      @Nullable Object greatest) {
    static FieldBounds of(Type type, PartitionFieldSummary bounds) {
      @Nullable ByteBuffer lower = bounds.lowerBound();
      @Nullable ByteBuffer upper = bounds.upperBound();
      return new FieldBounds(
          type.typeId().javaClass(),
          Comparators.forType(type.asPrimitiveType()),
          bounds.containsNull(),
          !Boolean.FALSE.equals(bounds.containsNaN()),
          lower == null ? null : Conversions.fromByteBuffer(type, lower),
          upper == null ? null : Conversions.fromByteBuffer(type, upper));
    }

    boolean mayHold(@Nullable Object value) {
      if (value == null) {
        return mayHoldNull;
      }
      if (isNaN(value)) {
        return mayHoldNaN;
      }
      return least != null
          && greatest != null
          && order.compare(least, value) <= 0
          && order.compare(value, greatest) <= 0;
    }
  }

  private static boolean isNaN(Object value) {
    return (value instanceof Float f && f.isNaN()) || (value instanceof Double d && d.isNaN());
  }
}

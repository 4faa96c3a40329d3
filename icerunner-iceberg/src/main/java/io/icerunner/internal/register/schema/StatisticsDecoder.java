package io.icerunner.internal.register.schema;

import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.UUID;
import org.apache.iceberg.types.Comparators;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/** Turns the least and the greatest value in a file's statistics into bounds, if they are such. */
final class StatisticsDecoder {
  private final StatisticsOrder order;
  private final boolean isBytes;
  private final StoredValue value;
  private final Comparator<Object> comparator;

  StatisticsDecoder(TableLeaf leaf, StatisticsOrder order) {
    this.order = order;
    PrimitiveTypeName stored = leaf.stored().getPrimitiveTypeName();
    this.isBytes =
        stored == PrimitiveTypeName.BINARY || stored == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
    this.value = StoredValue.of(leaf);
    this.comparator = Comparators.forType(leaf.type());
  }

  /** Null if there are none, or none that can be trusted. */
  @Nullable Bounds bounds(@Nullable Statistics statistics) {
    if (statistics == null || order == StatisticsOrder.UNKNOWN) {
      return null;
    }
    if (statistics.isSetMin_value() && statistics.isSetMax_value()) {
      // Which of two byte strings is less depends on the order; of two numbers it does not.
      return isBytes && order != StatisticsOrder.OF_THE_TYPE
          ? null
          : bounds(statistics.bufferForMin_value(), statistics.bufferForMax_value());
    }
    // The older pair has bytes compared as signed ones, if at all.
    return isBytes || !statistics.isSetMin() || !statistics.isSetMax()
        ? null
        : bounds(statistics.bufferForMin(), statistics.bufferForMax());
  }

  private @Nullable Bounds bounds(ByteBuffer min, ByteBuffer max) {
    Object lower = value.lower(min);
    Object upper = value.upper(max);
    boolean ordered =
        lower != null
            && upper != null
            && (lower instanceof UUID || comparator.compare(lower, upper) <= 0);
    return ordered && lower != null && upper != null ? new Bounds(lower, upper) : null;
  }
}

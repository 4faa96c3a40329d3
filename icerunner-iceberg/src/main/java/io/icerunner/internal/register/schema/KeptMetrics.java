package io.icerunner.internal.register.schema;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.MetricsModes;
import org.apache.iceberg.MetricsModes.MetricsMode;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.util.BinaryUtil;
import org.apache.iceberg.util.UnicodeUtil;
import org.jspecify.annotations.Nullable;

/** Cuts whole metrics down to what a table's properties ask to keep. */
final class KeptMetrics {
  private final Schema table;
  private final MetricsConfig config;

  KeptMetrics(Schema table, MetricsConfig config) {
    this.table = table;
    this.config = config;
  }

  Metrics of(Metrics whole) {
    return new Metrics(
        whole.recordCount(),
        counts(whole.columnSizes()),
        counts(whole.valueCounts()),
        counts(whole.nullValueCounts()),
        Map.of(),
        bounds(whole.lowerBounds(), true),
        bounds(whole.upperBounds(), false));
  }

  private Map<Integer, Long> counts(Map<Integer, Long> counts) {
    Map<Integer, Long> kept = new HashMap<>(counts);
    kept.keySet().removeIf(id -> mode(id) == MetricsModes.None.get());
    return kept;
  }

  private Map<Integer, ByteBuffer> bounds(Map<Integer, ByteBuffer> bounds, boolean lower) {
    Map<Integer, ByteBuffer> kept = new HashMap<>();
    bounds.forEach(
        (id, bound) -> {
          ByteBuffer cut = bound(id, bound, lower);
          if (cut != null) {
            kept.put(id, cut);
          }
        });
    return kept;
  }

  private @Nullable ByteBuffer bound(int id, ByteBuffer bound, boolean lower) {
    MetricsMode mode = mode(id);
    if (mode == MetricsModes.None.get() || mode == MetricsModes.Counts.get()) {
      return null;
    }
    Type type = table.findType(id);
    if (mode instanceof MetricsModes.Truncate truncate) {
      int length = truncate.length();
      return switch (type.typeId()) {
        case STRING -> text(type, bound, length, lower);
        case BINARY ->
            lower
                ? BinaryUtil.truncateBinaryMin(bound, length)
                : BinaryUtil.truncateBinaryMax(bound, length);
        default -> bound;
      };
    }
    return bound;
  }

  private static @Nullable ByteBuffer text(Type type, ByteBuffer bound, int length, boolean lower) {
    CharSequence whole = Conversions.fromByteBuffer(type, bound);
    String cut =
        lower
            ? UnicodeUtil.truncateStringMin(whole.toString(), length)
            : UnicodeUtil.truncateStringMax(whole.toString(), length);
    return cut == null ? null : Conversions.toByteBuffer(type, cut);
  }

  private MetricsMode mode(int id) {
    return config.columnMode(id);
  }
}

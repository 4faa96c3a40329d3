package io.icerunner.internal.write;

import org.apache.iceberg.FieldMetrics;
import org.apache.parquet.column.statistics.Statistics;

/**
 * Bounds and NaNs of a floating-point column: per page for Parquet, over the file for Iceberg.
 * Neither has NaN in bounds; Parquet wants zeros to be −0 below and +0 above, Iceberg as they are.
 */
final class FloatingBounds {
  private static final long NONE_MIN = Long.MAX_VALUE;
  private static final long NONE_MAX = Long.MIN_VALUE;

  private final LeafColumn leaf;
  private final NumberKind kind;
  private final long least;
  private final long most;
  private long slots;
  private long nulls;
  private long nans;
  private long min = NONE_MIN;
  private long max = NONE_MAX;

  FloatingBounds(LeafColumn leaf, NumberKind kind) {
    this.leaf = leaf;
    this.kind = kind;
    this.least = bits(kind, Double.NEGATIVE_INFINITY);
    this.most = bits(kind, Double.POSITIVE_INFINITY);
  }

  private static long bits(NumberKind kind, double value) {
    return kind.sortable(
        kind.width() == 8
            ? Double.doubleToRawLongBits(value)
            : Float.floatToRawIntBits((float) value));
  }

  /** Takes in the values of a page and sets the page's bounds. */
  void page(long[] values, int n, int pageSlots, Statistics<?> statistics) {
    slots += pageSlots;
    nulls += pageSlots - n;
    if (n == 0) {
      return;
    }
    long low = NONE_MIN;
    long high = NONE_MAX;
    for (int i = 0; i < n; i++) {
      long sortable = kind.sortable(values[i]);
      low = Math.min(low, sortable);
      high = Math.max(high, sortable);
    }
    if (low >= least && high <= most) {
      bounded(low, high, statistics);
    } else {
      withNans(values, n, statistics);
    }
  }

  private void withNans(long[] values, int n, Statistics<?> statistics) {
    long low = NONE_MIN;
    long high = NONE_MAX;
    int numbers = 0;
    for (int i = 0; i < n; i++) {
      long sortable = kind.sortable(values[i]);
      if (sortable >= least && sortable <= most) {
        low = Math.min(low, sortable);
        high = Math.max(high, sortable);
        numbers++;
      }
    }
    nans += n - numbers;
    if (numbers > 0) {
      bounded(low, high, statistics);
    } else {
      // Without bounds parquet-java would take the page for one of nulls; with these it leaves the
      // column index out.
      kind.setMinMax(statistics, Double.NaN, Double.NaN);
    }
  }

  private void bounded(long low, long high, Statistics<?> statistics) {
    min = Math.min(min, low);
    max = Math.max(max, high);
    double lower = kind.floatingValue(low);
    double upper = kind.floatingValue(high);
    kind.setMinMax(statistics, lower == 0 ? -0.0 : lower, upper == 0 ? 0.0 : upper);
  }

  /** The file's metrics; the next file begins. */
  FieldMetrics<?> endFile() {
    FieldMetrics<?> metrics =
        max == NONE_MAX
            ? new FieldMetrics<>(leaf.fieldId(), slots, nulls, nans)
            : kind == NumberKind.DOUBLE
                ? metrics(kind.floatingValue(min), kind.floatingValue(max))
                : metrics((float) kind.floatingValue(min), (float) kind.floatingValue(max));
    slots = 0;
    nulls = 0;
    nans = 0;
    min = NONE_MIN;
    max = NONE_MAX;
    return metrics;
  }

  private <T> FieldMetrics<T> metrics(T lower, T upper) {
    return new FieldMetrics<>(leaf.fieldId(), slots, nulls, nans, lower, upper, leaf.type());
  }
}

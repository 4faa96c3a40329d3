package io.icerunner.internal.write;

import org.apache.parquet.column.statistics.DoubleStatistics;
import org.apache.parquet.column.statistics.FloatStatistics;
import org.apache.parquet.column.statistics.IntStatistics;
import org.apache.parquet.column.statistics.LongStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The fixed-width physical types of Parquet. A value is a long: an integer itself, or the bits of a
 * floating-point number, sign-extended from 32 to 64.
 */
enum NumberKind {
  INT32(4, false),
  INT64(8, false),
  FLOAT(4, true),
  DOUBLE(8, true);

  private final int width;
  private final boolean floating;

  NumberKind(int width, boolean floating) {
    this.width = width;
    this.floating = floating;
  }

  static NumberKind of(PrimitiveTypeName type) {
    return valueOf(type.name());
  }

  /** Bytes of a value. */
  int width() {
    return width;
  }

  boolean floating() {
    return floating;
  }

  /** Maps the bits of floating-point numbers to integers of the same order, and back. */
  long sortable(long bits) {
    return bits ^ (bits >> 63 & (width == 8 ? Long.MAX_VALUE : Integer.MAX_VALUE));
  }

  /** The number behind a sortable integer. */
  double floatingValue(long sortable) {
    long bits = sortable(sortable);
    return width == 8 ? Double.longBitsToDouble(bits) : Float.intBitsToFloat((int) bits);
  }

  void setMinMax(Statistics<?> statistics, long min, long max) {
    if (width == 8) {
      ((LongStatistics) statistics).setMinMax(min, max);
    } else {
      ((IntStatistics) statistics).setMinMax((int) min, (int) max);
    }
  }

  void setMinMax(Statistics<?> statistics, double min, double max) {
    if (width == 8) {
      ((DoubleStatistics) statistics).setMinMax(min, max);
    } else {
      ((FloatStatistics) statistics).setMinMax((float) min, (float) max);
    }
  }
}

package io.icerunner.internal.register.schema;

import io.icerunner.internal.parquet.ParquetFooter;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.apache.iceberg.types.Comparators;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * What the statistics of all row groups tell of a column.
 *
 * @param nullCount null if a row group does not tell
 * @param bounds null if there is no value, or a row group does not tell
 */
record ColumnStatistics(
    long sizeInBytes, long valueCount, @Nullable Long nullCount, @Nullable Bounds bounds) {

  static ColumnStatistics of(ParquetFooter footer, TableLeaf leaf) {
    StatisticsDecoder decoder = new StatisticsDecoder(leaf, order(footer, leaf));
    Comparator<Object> order = Comparators.forType(leaf.type());
    long size = 0;
    long values = 0;
    long nulls = 0;
    boolean nullsKnown = true;
    boolean boundsKnown = true;
    Bounds bounds = null;
    for (RowGroup group : footer.thrift().getRow_groups()) {
      ColumnMetaData chunk = group.getColumns().get(leaf.index()).getMeta_data();
      size += chunk.getTotal_compressed_size();
      values += chunk.getNum_values();
      if (leaf.isRepeated() || group.getNum_rows() == 0) {
        continue;
      }
      long nullsHere = nulls(chunk, leaf);
      nullsKnown &= nullsHere >= 0;
      nulls += nullsHere;
      if (nullsHere == chunk.getNum_values()) {
        continue;
      }
      Bounds here = decoder.bounds(chunk.getStatistics());
      boundsKnown &= here != null && chunk.getNum_values() == group.getNum_rows();
      if (boundsKnown && here != null) {
        bounds = bounds == null ? here : around(bounds, here, order);
      }
    }
    return new ColumnStatistics(
        size,
        values,
        nullsKnown ? (Long) nulls : null,
        boundsKnown && isInEachReadersOrder(bounds) ? bounds : null);
  }

  /** Readers do not agree about the order of UUIDs. */
  private static boolean isInEachReadersOrder(@Nullable Bounds bounds) {
    return bounds == null
        || !(bounds.lower() instanceof UUID)
        || bounds.lower().equals(bounds.upper());
  }

  /** How many nulls there are; negative if the file does not tell. */
  private static long nulls(ColumnMetaData chunk, TableLeaf leaf) {
    if (!leaf.canBeNull()) {
      return 0;
    }
    Statistics statistics = chunk.getStatistics();
    boolean known =
        statistics != null
            && statistics.isSetNull_count()
            && statistics.getNull_count() <= chunk.getNum_values();
    return known ? statistics.getNull_count() : -1;
  }

  private static Bounds around(Bounds one, Bounds other, Comparator<Object> order) {
    Object lower = order.compare(one.lower(), other.lower()) <= 0 ? one.lower() : other.lower();
    Object upper = order.compare(one.upper(), other.upper()) >= 0 ? one.upper() : other.upper();
    return new Bounds(lower, upper);
  }

  private static StatisticsOrder order(ParquetFooter footer, TableLeaf leaf) {
    List<ColumnOrder> orders = footer.thrift().getColumn_orders();
    if (orders == null || leaf.index() >= orders.size()) {
      return StatisticsOrder.UNSTATED;
    }
    return orders.get(leaf.index()).isSetTYPE_ORDER()
        ? StatisticsOrder.OF_THE_TYPE
        : StatisticsOrder.UNKNOWN;
  }
}

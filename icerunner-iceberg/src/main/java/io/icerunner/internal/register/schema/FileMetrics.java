package io.icerunner.internal.register.schema;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.ParquetFooter;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.Schema;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.types.Conversions;

/**
 * Counts and bounds of a file's columns in the types and units of the table. Bounds are whole, not
 * cut to a length; a column that has none is missing from both maps of bounds. There are none for
 * columns in lists and maps.
 */
public final class FileMetrics {
  private FileMetrics() {}

  /**
   * The metrics of a file.
   *
   * @param table the schema that the table has once the file is part of it
   * @param mapping by which readers match a file without field ids
   * @throws IceRunnerException UNSUPPORTED naming file and column if a reader would take a column
   *     for another one or could not read it
   */
  public static Metrics of(
      String location, ParquetFooter footer, Schema table, NameMapping mapping) {
    Map<Integer, Long> sizes = new HashMap<>();
    Map<Integer, Long> values = new HashMap<>();
    Map<Integer, Long> nulls = new HashMap<>();
    Map<Integer, ByteBuffer> lower = new HashMap<>();
    Map<Integer, ByteBuffer> upper = new HashMap<>();
    for (TableLeaf leaf : leaves(location, footer, table, mapping)) {
      ColumnStatistics column = ColumnStatistics.of(footer, leaf);
      sizes.put(leaf.id(), column.sizeInBytes());
      if (leaf.isRepeated()) {
        continue;
      }
      values.put(leaf.id(), column.valueCount());
      if (column.nullCount() != null) {
        nulls.put(leaf.id(), column.nullCount());
      }
      Bounds bounds = column.bounds();
      if (bounds != null) {
        lower.put(leaf.id(), Conversions.toByteBuffer(leaf.type(), bounds.lower()));
        upper.put(leaf.id(), Conversions.toByteBuffer(leaf.type(), bounds.upper()));
      }
    }
    return new Metrics(footer.rowCount(), sizes, values, nulls, Map.of(), lower, upper);
  }

  /**
   * What of such metrics a table keeps, as its properties say: by default bounds of text and bytes
   * are cut to 16 characters or bytes.
   */
  public static Metrics kept(Metrics whole, Schema table, MetricsConfig config) {
    return new KeptMetrics(table, config).of(whole);
  }

  /**
   * The ids of the table's fields that the file has, nested ones too.
   *
   * @throws IceRunnerException as {@link #of}
   */
  public static Set<Integer> columnsIn(
      String location, ParquetFooter footer, Schema table, NameMapping mapping) {
    Set<Integer> ids = new HashSet<>();
    for (TableLeaf leaf : leaves(location, footer, table, mapping)) {
      ids.addAll(leaf.path());
    }
    return ids;
  }

  private static List<TableLeaf> leaves(
      String location, ParquetFooter footer, Schema table, NameMapping mapping) {
    return TableLeaves.of(location, footer.schema(), table, mapping);
  }
}

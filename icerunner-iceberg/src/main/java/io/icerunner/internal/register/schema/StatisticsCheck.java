package io.icerunner.internal.register.schema;

import io.icerunner.internal.parquet.ParquetFooter;
import io.icerunner.internal.parquet.UnreadableFile;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * Refuses files whose own statistics would make readers skip rows: engines trust them for row
 * groups, whatever the table's metadata says. What can be told from a footer is told here; a file
 * that lies in a plausible way cannot be told from one that does not.
 */
final class StatisticsCheck {
  private StatisticsCheck() {}

  /**
   * @throws UnreadableFile naming the column
   */
  static void check(ParquetFooter footer) throws UnreadableFile {
    List<String[]> paths = footer.schema().getPaths();
    for (int i = 0; i < paths.size(); i++) {
      PrimitiveType column = footer.schema().getType(paths.get(i)).asPrimitiveType();
      // Nothing is skipped by what is in a list or a map.
      if (isBytes(column) && footer.schema().getMaxRepetitionLevel(paths.get(i)) == 0) {
        check(footer.thrift().getRow_groups(), i, column);
      }
    }
  }

  private static boolean isBytes(PrimitiveType column) {
    return column.getPrimitiveTypeName() == PrimitiveTypeName.BINARY
        || column.getPrimitiveTypeName() == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY;
  }

  private static void check(List<RowGroup> groups, int index, PrimitiveType column)
      throws UnreadableFile {
    for (RowGroup group : groups) {
      ColumnMetaData chunk = group.getColumns().get(index).getMeta_data();
      Statistics statistics = chunk.getStatistics();
      if (statistics == null) {
        continue;
      }
      boolean hasNew = statistics.isSetMin_value() && statistics.isSetMax_value();
      if (hasNew && isAbove(statistics.getMin_value(), statistics.getMax_value(), column)) {
        throw refused(chunk, "have a least value above the greatest");
      }
      if (!hasNew
          && statistics.isSetMin()
          && statistics.isSetMax()
          && !Arrays.equals(statistics.getMin(), statistics.getMax())) {
        throw refused(chunk, "are of an old kind that orders bytes as signed numbers");
      }
    }
  }

  private static boolean isAbove(byte[] min, byte[] max, PrimitiveType column) {
    if (column.getLogicalTypeAnnotation() instanceof DecimalLogicalTypeAnnotation) {
      return min.length > 0
          && max.length > 0
          && new BigInteger(min).compareTo(new BigInteger(max)) > 0;
    }
    return Arrays.compareUnsigned(min, max) > 0;
  }

  private static UnreadableFile refused(ColumnMetaData chunk, String reason) {
    return new UnreadableFile(
        "the statistics of column %s %s, so that readers would skip rows; write the file again"
            .formatted(String.join(".", chunk.getPath_in_schema()), reason));
  }
}

package io.icerunner.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoundTripTest {
  static final Schema FLAT =
      new Schema(
          Types.NestedField.required(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "b", Types.BooleanType.get()),
          Types.NestedField.optional(3, "i", Types.IntegerType.get()),
          Types.NestedField.optional(4, "l", Types.LongType.get()),
          Types.NestedField.optional(5, "f", Types.FloatType.get()),
          Types.NestedField.optional(6, "d", Types.DoubleType.get()),
          Types.NestedField.optional(7, "day", Types.DateType.get()),
          Types.NestedField.optional(8, "time", Types.TimeType.get()),
          Types.NestedField.optional(9, "ts", Types.TimestampType.withoutZone()),
          Types.NestedField.optional(10, "tstz", Types.TimestampType.withZone()),
          Types.NestedField.optional(11, "ns", Types.TimestampNanoType.withoutZone()),
          Types.NestedField.optional(12, "nstz", Types.TimestampNanoType.withZone()),
          Types.NestedField.optional(13, "s", Types.StringType.get()),
          Types.NestedField.optional(14, "u", Types.UUIDType.get()),
          Types.NestedField.optional(15, "x7", Types.FixedType.ofLength(7)),
          Types.NestedField.optional(16, "bin", Types.BinaryType.get()),
          Types.NestedField.optional(17, "d9", Types.DecimalType.of(9, 2)),
          Types.NestedField.optional(18, "d18", Types.DecimalType.of(18, 4)),
          Types.NestedField.optional(19, "d19", Types.DecimalType.of(19, 0)),
          Types.NestedField.optional(20, "d38", Types.DecimalType.of(38, 10)),
          Types.NestedField.required(21, "rb", Types.BooleanType.get()),
          Types.NestedField.required(22, "rs", Types.StringType.get()));

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyFlatTypeComesBack(long seed) {
    Table table =
        MemoryTable.of(
            FLAT,
            folder,
            Map.of(
                "format-version", "3",
                "write.parquet.page-row-limit", "" + (50 + seed * 7),
                "write.parquet.row-group-limit", "" + (300 + seed)));
    List<Record> rows = new RandomRows(seed).of(FLAT, 1000);

    List<DataFile> files = Written.rows(table, rows, (int) (60 + 13 * seed));

    assertThat(files).hasSize(1);
    assertThat(files.get(0).recordCount()).isEqualTo(1000);
    assertThat(files.get(0).splitOffsets()).hasSize(4);
    assertThat(ValueText.of(Written.read(table, files))).isEqualTo(ValueText.of(rows));
  }
}

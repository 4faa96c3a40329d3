package io.icerunner.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.internal.column.columnindex.ColumnIndex;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the pages of one column look like. */
class PagesTest {
  private static DuckDbReader duckDb;

  @TempDir Path folder;

  @BeforeAll
  static void open() throws Exception {
    duckDb = new DuckDbReader();
  }

  @AfterAll
  static void close() throws Exception {
    duckDb.close();
  }

  @Test
  void haveColumnAndOffsetIndex() throws Exception {
    DataFile file = write(Types.LongType.get(), 1000, i -> (long) i, Map.of());
    try (ParquetFileReader reader = reader(file)) {
      ColumnChunkMetaData chunk = reader.getRowGroups().get(0).getColumns().get(0);
      assertThat(reader.readOffsetIndex(chunk).getPageCount()).isEqualTo(10);
      assertThat(reader.readOffsetIndex(chunk).getFirstRowIndex(3)).isEqualTo(300);
      ColumnIndex index = reader.readColumnIndex(chunk);
      assertThat(index.getMinValues()).hasSize(10);
      assertThat(index.getNullCounts()).containsOnly(0L);
    }
    assertThat(duckDb.value("SELECT count(*) FROM %s WHERE v = 777", List.of(file))).isEqualTo(1L);
  }

  @Test
  void useADictionaryForValuesThatRepeat() throws Exception {
    assertEncodings(
        write(Types.LongType.get(), 5000, i -> i % 7L, Map.of()), Encoding.RLE_DICTIONARY);
    assertEncodings(
        write(Types.DoubleType.get(), 5000, i -> i % 7 / 8.0, Map.of()), Encoding.RLE_DICTIONARY);
    assertEncodings(
        write(Types.StringType.get(), 5000, i -> "device " + i % 7, Map.of()),
        Encoding.RLE_DICTIONARY);
    assertEncodings(
        write(
            Types.FixedType.ofLength(9),
            5000,
            i -> ("fixed-00" + i % 7).getBytes(StandardCharsets.UTF_8),
            Map.of()),
        Encoding.RLE_DICTIONARY);
    assertEncodings(
        write(
            Types.DecimalType.of(30, 0), 5000, i -> new java.math.BigDecimal(i % 7 - 3), Map.of()),
        Encoding.RLE_DICTIONARY);
  }

  @Test
  void arePlainForValuesThatDoNot() throws Exception {
    assertEncodings(write(Types.LongType.get(), 5000, i -> i * 77L, Map.of()), Encoding.PLAIN);
    assertEncodings(
        write(Types.StringType.get(), 5000, i -> "message number " + i, Map.of()), Encoding.PLAIN);
  }

  @Test
  void arePlainWhereTheTableWantsNoDictionary() throws Exception {
    Map<String, String> none = Map.of("write.parquet.dict-encoding-enabled.column.v", "false");
    assertEncodings(write(Types.LongType.get(), 5000, i -> i % 7L, none), Encoding.PLAIN);
    assertEncodings(write(Types.StringType.get(), 5000, i -> "v" + i % 7, none), Encoding.PLAIN);
  }

  @Test
  void useModernEncodingsWhenTheTableAsks() throws Exception {
    Map<String, String> modern = Map.of(WriteProperties.ENCODINGS, "modern");
    assertEncodings(
        write(Types.LongType.get(), 5000, i -> i * 77L, modern), Encoding.DELTA_BINARY_PACKED);
    assertEncodings(
        write(Types.IntegerType.get(), 5000, i -> i * 77, modern), Encoding.DELTA_BINARY_PACKED);
    assertEncodings(
        write(Types.DoubleType.get(), 5000, i -> Math.sin(i), modern), Encoding.BYTE_STREAM_SPLIT);
    assertEncodings(
        write(Types.FloatType.get(), 5000, i -> (float) Math.sin(i), modern),
        Encoding.BYTE_STREAM_SPLIT);
  }

  @Test
  void packDeltasOverTheWholeRange() throws Exception {
    // Deltas of all bits are refused by the estimate: small ones first, then the extremes.
    Map<String, String> modern = Map.of(WriteProperties.ENCODINGS, "modern");
    write(
        Types.LongType.get(),
        1000,
        i -> i < 500 ? i * 3L : i % 2 == 0 ? Long.MAX_VALUE : Long.MIN_VALUE,
        modern);
    write(
        Types.IntegerType.get(),
        1000,
        i -> i < 500 ? i * 3 : i % 2 == 0 ? Integer.MAX_VALUE : Integer.MIN_VALUE,
        modern);
  }

  @Test
  void leaveTheDictionaryWhenItOverflows() throws Exception {
    Map<String, String> small = Map.of("write.parquet.dict-size-bytes", "4000");
    DataFile file =
        write(Types.LongType.get(), 5000, i -> i < 3000 ? i % 5L : i * 1_000_003L, small);
    assertEncodings(file, Encoding.RLE_DICTIONARY, Encoding.PLAIN);
    DataFile text =
        write(
            Types.StringType.get(),
            5000,
            i -> i < 3000 ? "a longer value " + i % 5 : "value " + i,
            small);
    assertEncodings(text, Encoding.RLE_DICTIONARY, Encoding.PLAIN);
  }

  @Test
  void holdOnlyNulls() throws Exception {
    for (Type type :
        List.of(Types.LongType.get(), Types.StringType.get(), Types.BooleanType.get())) {
      DataFile file = write(type, 500, i -> null, Map.of());
      assertThat(file.nullValueCounts()).containsEntry(1, 500L);
      assertThat(file.lowerBounds()).isEmpty();
    }
  }

  @Test
  void ofNansAloneAreNotTakenForNulls() throws Exception {
    DataFile file =
        write(Types.DoubleType.get(), 300, i -> i < 100 ? Double.NaN : i * 1.0, Map.of());
    try (ParquetFileReader reader = reader(file)) {
      assertThat(reader.readColumnIndex(reader.getRowGroups().get(0).getColumns().get(0))).isNull();
    }
    assertThat(file.nanValueCounts()).containsEntry(1, 100L);
    assertThat(duckDb.value("SELECT count(*) FROM %s WHERE isnan(v)", List.of(file)))
        .isEqualTo(100L);
    assertThat(duckDb.value("SELECT count(*) FROM %s WHERE v > 250", List.of(file)))
        .isEqualTo(149L);
  }

  @Test
  void cutALargeListAtRows() throws Exception {
    Type list = Types.ListType.ofOptional(2, Types.LongType.get());
    DataFile file =
        write(
            list,
            40,
            i -> java.util.stream.LongStream.range(0, i * 50).boxed().toList(),
            Map.of("write.parquet.page-size-bytes", "8000"));
    assertThat(duckDb.value("SELECT sum(len(v))::BIGINT FROM %s", List.of(file)))
        .isEqualTo(39_000L);
  }

  private DataFile write(
      Type type, int n, IntFunction<@Nullable Object> value, Map<String, String> properties)
      throws IOException {
    Schema schema = new Schema(Types.NestedField.optional(1, "v", type));
    Map<String, String> all = new java.util.HashMap<>(properties);
    all.put("write.parquet.page-row-limit", "100");
    Table table = MemoryTable.of(schema, folder, all);
    List<Record> rows = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      Record row = GenericRecord.create(schema);
      row.set(0, value.apply(i));
      rows.add(row);
    }
    List<DataFile> files = Written.rows(table, rows, 333);
    assertThat(ValueText.of(Written.read(table, files))).isEqualTo(ValueText.of(rows));
    return files.get(0);
  }

  private static void assertEncodings(DataFile file, Encoding... data) throws IOException {
    try (ParquetFileReader reader = reader(file)) {
      for (BlockMetaData block : reader.getRowGroups()) {
        assertThat(block.getColumns().get(0).getEncodingStats().getDataEncodings())
            .containsExactlyInAnyOrder(data);
      }
    }
  }

  private static ParquetFileReader reader(DataFile file) throws IOException {
    return ParquetFileReader.open(new LocalInputFile(Path.of(file.location())));
  }
}

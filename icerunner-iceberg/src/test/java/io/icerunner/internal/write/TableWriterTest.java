package io.icerunner.internal.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.LocalFileIO;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableWriterTest {
  private static final Schema ONE_LONG =
      new Schema(Types.NestedField.required(1, "id", Types.LongType.get()));

  private final RootAllocator allocator = new RootAllocator();

  @TempDir Path folder;

  @AfterEach
  void everyByteIsBack() {
    allocator.close();
  }

  @Test
  void writesNoFileForNoRow() throws IOException {
    Table table = table(ONE_LONG, Map.of());
    try (TableWriter writer = open(table)) {
      writeLongs(writer, table, 0);
      assertThat(writer.complete()).isEmpty();
    }
    assertThat(parquetFiles()).isEmpty();
  }

  @Test
  void rollsToTheNextFileAtTheTargetSize() throws IOException {
    Table table =
        table(
            ONE_LONG,
            Map.of(
                "write.target-file-size-bytes", "20000",
                "write.parquet.compression-codec", "uncompressed",
                "write.parquet.dict-size-bytes", "1"));
    List<DataFile> files;
    try (TableWriter writer = open(table)) {
      for (int i = 0; i < 20; i++) {
        writeLongs(writer, table, 1000);
      }
      assertThat(writer.rowCount()).isEqualTo(20_000);
      files = writer.complete();
    }
    assertThat(files).hasSizeBetween(6, 10);
    assertThat(files.stream().mapToLong(DataFile::recordCount).sum()).isEqualTo(20_000);
    assertThat(files)
        .allSatisfy(file -> assertThat(file.fileSizeInBytes()).isLessThan(40_000))
        .extracting(DataFile::location)
        .doesNotHaveDuplicates();
    assertThat(Written.read(table, files)).hasSize(20_000);
  }

  @Test
  void putsFilesWhereTheTableWantsThem() {
    Table table =
        table(ONE_LONG, Map.of("write.data.path", folder.resolve("else where").toString()));
    List<DataFile> files = Written.rows(table, longs(3), 3);
    assertThat(files.get(0).location()).startsWith(folder.resolve("else where").toString());
    assertThat(Written.read(table, files)).hasSize(3);
  }

  @Test
  void deletesItsFilesUnlessCompleted() throws IOException {
    Table table =
        table(
            ONE_LONG,
            Map.of("write.target-file-size-bytes", "1000", "write.parquet.row-group-limit", "700"));
    try (TableWriter writer = open(table)) {
      for (int i = 0; i < 3; i++) {
        writeLongs(writer, table, 1000);
      }
      assertThat(parquetFiles()).isNotEmpty();
    }
    assertThat(parquetFiles()).isEmpty();
  }

  @Test
  void deletesItsFilesAfterARefusedRow() throws IOException {
    Table table = table(ONE_LONG, Map.of("write.parquet.row-group-limit", "10"));
    try (TableWriter writer = open(table);
        VectorSchemaRoot batch = VectorSchemaRoot.create(ArrowRows.arrow(ONE_LONG), allocator)) {
      writeLongs(writer, table, 100);
      BigIntVector ids = (BigIntVector) batch.getVector(0);
      ids.allocateNew(2);
      ids.set(0, 1);
      batch.setRowCount(2);
      assertThatThrownBy(() -> writer.write(batch))
          .isInstanceOfSatisfying(
              IceRunnerException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .hasMessageContaining("db.t.id")
          .hasMessageContaining("required");
      assertThatThrownBy(writer::complete).isInstanceOf(IllegalStateException.class);
    }
    assertThat(parquetFiles()).isEmpty();
  }

  @Test
  void refusesANullInARequiredFieldOfAStruct() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(
                1,
                "point",
                Types.StructType.of(
                    Types.NestedField.required(2, "x", Types.IntegerType.get()),
                    Types.NestedField.optional(3, "y", Types.IntegerType.get()))));
    Table table = table(schema, Map.of());
    Record absent = GenericRecord.create(schema);
    assertThat(Written.rows(table, List.of(absent), 1)).hasSize(1);
    Record half = GenericRecord.create(schema);
    half.setField("point", GenericRecord.create(schema.findType("point").asStructType()));
    assertThatThrownBy(() -> Written.rows(table, List.of(absent, half), 2))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("db.t.point.x");
  }

  @Test
  void goesOnWhenTheExecutorTakesNothing() {
    Schema schema = wide(8);
    Table table = table(schema, Map.of());
    List<Record> rows = new RandomRows(1).of(schema, 5000);
    List<DataFile> files =
        Written.rows(
            table,
            rows,
            5000,
            task -> {
              throw new RejectedExecutionException("closed");
            },
            4);
    assertThat(Written.read(table, files)).hasSize(5000);
    // An executor that never runs anything is the same.
    assertThat(Written.rows(table, rows, 5000, task -> {}, 4)).hasSize(1);
  }

  @Test
  void handsOnWhatAWorkerThrows() {
    Schema schema = wide(8);
    Table table = table(schema, Map.of());
    List<Record> rows = new RandomRows(1).of(schema, 5000);
    rows.get(4999).set(7, null);
    ExecutorService executor = Executors.newFixedThreadPool(3);
    try {
      assertThatThrownBy(() -> Written.rows(table, rows, 5000, executor, 4))
          .isInstanceOf(IceRunnerException.class)
          .hasMessageContaining("db.t.c7");
    } finally {
      executor.shutdownNow();
    }
  }

  @Test
  void refusesAPartitionedTable() {
    Table table =
        MemoryTable.of(
            ONE_LONG,
            PartitionSpec.builderFor(ONE_LONG).bucket("id", 4).build(),
            folder,
            Map.of(),
            new LocalFileIO());
    assertThatThrownBy(() -> open(table))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("db.t")
        .hasMessageContaining("partitioned");
  }

  @Test
  void refusesATypeThatCannotBeWritten() {
    Schema schema =
        new Schema(
            Types.NestedField.optional(
                1,
                "s",
                Types.StructType.of(Types.NestedField.optional(2, "v", Types.VariantType.get()))));
    assertThatThrownBy(() -> open(table(schema, Map.of())))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
        .hasMessageContaining("db.t.s.v")
        .hasMessageContaining("variant");
  }

  @ParameterizedTest
  @CsvSource({
    "write.parquet.compression-codec,lzo",
    "write.parquet.compression-codec,brotli",
    "write.parquet.compression-level,high",
    "write.parquet.compression-level,23",
    "write.parquet.page-row-limit,0",
    "write.parquet.page-size-bytes,-5",
    "write.parquet.page-version,v2",
    "write.parquet.row-group-limit,many",
    "write.target-file-size-bytes,0",
    "write.parquet.icerunner.encodings,newest"
  })
  void refusesAPropertyThatItCannotHonour(String property, String value) {
    assertThatThrownBy(() -> open(table(ONE_LONG, Map.of(property, value))))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining(property)
        .hasMessageContaining(value);
  }

  @Test
  void leavesAColumnOfUnknownTypeOut() {
    Schema schema =
        new Schema(
            Types.NestedField.required(1, "id", Types.LongType.get()),
            Types.NestedField.optional(2, "nothing", Types.UnknownType.get()),
            Types.NestedField.optional(3, "s", Types.StringType.get()));
    Table table = table(schema, Map.of());
    List<Record> rows = new RandomRows(5).of(schema, 100);
    assertThat(ValueText.of(Written.read(table, Written.rows(table, rows, 30))))
        .isEqualTo(ValueText.of(rows));
  }

  @Test
  void refusesABatchOfAnotherLayout() {
    Table table = table(ONE_LONG, Map.of());
    Schema other = new Schema(Types.NestedField.required(1, "id", Types.IntegerType.get()));
    try (TableWriter writer = open(table);
        VectorSchemaRoot batch = ArrowRows.batch(other, List.of(), allocator)) {
      assertThatThrownBy(() -> writer.write(batch))
          .isInstanceOf(IceRunnerException.class)
          .hasMessageContaining("db.t.id")
          .hasMessageContaining("Int(32, true)");
    }
  }

  @Test
  void refusesDecimalsThatHaveTooManyDigits() {
    assertRefused(
        Types.DecimalType.of(9, 2),
        batch -> ((DecimalVector) batch.getVector(0)).setSafe(0, 1_000_000_000L));
    assertRefused(
        Types.DecimalType.of(18, 0),
        batch -> ((DecimalVector) batch.getVector(0)).setSafe(0, Long.MAX_VALUE));
    assertRefused(Types.DecimalType.of(5, 0), batch -> setWords(batch, 7, 1));
    assertRefused(Types.DecimalType.of(20, 0), batch -> setWords(batch, 0, 1L << 40));
    assertRefused(Types.DecimalType.of(20, 0), batch -> setWords(batch, 0, 7));
  }

  @Test
  void refusesTimesOutsideOfADay() {
    assertRefused(
        Types.TimeType.get(),
        batch -> ((TimeMicroVector) batch.getVector(0)).setSafe(0, 86_400_000_000L));
    assertRefused(
        Types.TimeType.get(), batch -> ((TimeMicroVector) batch.getVector(0)).setSafe(0, -1));
  }

  @Test
  void refusesTextThatIsNotUtf8() {
    byte[][] broken = {{(byte) 0xff}, {'a', (byte) 0xc3}, {(byte) 0xed, (byte) 0xa0, (byte) 0x80}};
    for (byte[] text : broken) {
      assertRefused(
          Types.StringType.get(), batch -> ((VarCharVector) batch.getVector(0)).setSafe(0, text));
    }
  }

  @Test
  void needsNoMoreMemoryForMoreRows() {
    Schema schema = wide(4);
    Table table = table(schema, Map.of("write.parquet.row-group-limit", "4000"));
    List<Record> rows = new RandomRows(1).of(schema, 1000);
    long few = peakMemory(table, rows, 10);
    long many = peakMemory(table, rows, 100);
    assertThat(many).isLessThanOrEqualTo(few).isLessThan(1 << 20);
  }

  private long peakMemory(Table table, List<Record> rows, int batches) {
    try (VectorSchemaRoot batch = ArrowRows.batch(table.schema(), rows, allocator);
        BufferAllocator child = allocator.newChildAllocator("writer", 0, Long.MAX_VALUE);
        TableWriter writer = TableWriter.open(table, child, Runnable::run, 1)) {
      for (int i = 0; i < batches; i++) {
        writer.write(batch);
      }
      writer.complete();
      return child.getPeakMemoryAllocation();
    }
  }

  @Test
  void stopsAtTheAllocatorsLimit() throws IOException {
    Schema schema = wide(4);
    Table table =
        table(
            schema,
            Map.of(
                "write.parquet.compression-codec", "uncompressed",
                "write.parquet.dict-size-bytes", "1"));
    try (VectorSchemaRoot batch =
            ArrowRows.batch(schema, new RandomRows(1).of(schema, 1000), allocator);
        BufferAllocator child = allocator.newChildAllocator("writer", 0, 1 << 20);
        TableWriter writer = TableWriter.open(table, child, Runnable::run, 1)) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 200; i++) {
                  writer.write(batch);
                }
              })
          .isInstanceOfSatisfying(
              IceRunnerException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED))
          .hasMessageContaining("db.t");
    }
    assertThat(parquetFiles()).isEmpty();
  }

  @Test
  void deletesAFileThatCannotBeWritten() throws IOException {
    Table table =
        MemoryTable.of(
            ONE_LONG,
            PartitionSpec.unpartitioned(),
            folder,
            Map.of("write.parquet.row-group-limit", "1000"),
            new FullDisk(50_000));
    try (TableWriter writer = open(table)) {
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  writeLongs(writer, table, 1000);
                }
                writer.complete();
              })
          .isInstanceOfSatisfying(
              IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE))
          .hasMessageContaining("The disk is full");
      assertThat(parquetFiles()).hasSize(1);
    }
    assertThat(parquetFiles()).isEmpty();
  }

  private interface Fill {
    void set(VectorSchemaRoot batch);
  }

  private void assertRefused(Type type, Fill fill) {
    Schema schema = new Schema(Types.NestedField.optional(1, "v", type));
    Table table = table(schema, Map.of());
    try (TableWriter writer = open(table);
        VectorSchemaRoot batch = VectorSchemaRoot.create(ArrowRows.arrow(schema), allocator)) {
      batch.allocateNew();
      fill.set(batch);
      batch.setRowCount(1);
      assertThatThrownBy(
              () -> {
                writer.write(batch);
                writer.complete();
              })
          .isInstanceOfSatisfying(
              IceRunnerException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .hasMessageContaining("db.t.v");
    }
  }

  private static void setWords(VectorSchemaRoot batch, long low, long high) {
    DecimalVector vector = (DecimalVector) batch.getVector(0);
    vector.setSafe(0, 0L);
    vector.getDataBuffer().setLong(0, low);
    vector.getDataBuffer().setLong(8, high);
  }

  private TableWriter open(Table table) {
    return TableWriter.open(table, allocator, Runnable::run, 1);
  }

  private Table table(Schema schema, Map<String, String> properties) {
    Map<String, String> all = new java.util.HashMap<>(properties);
    all.put("format-version", "3");
    return MemoryTable.of(schema, folder, all);
  }

  private static Schema wide(int columns) {
    return new Schema(
        IntStream.range(0, columns)
            .mapToObj(i -> Types.NestedField.required(i + 1, "c" + i, Types.LongType.get()))
            .toList());
  }

  private static List<Record> longs(int n) {
    List<Record> rows = new ArrayList<>();
    for (long i = 0; i < n; i++) {
      Record row = GenericRecord.create(ONE_LONG);
      row.set(0, i * 1_000_003);
      rows.add(row);
    }
    return rows;
  }

  private void writeLongs(TableWriter writer, Table table, int n) {
    try (VectorSchemaRoot batch = ArrowRows.batch(table.schema(), longs(n), allocator)) {
      writer.write(batch);
    }
  }

  private List<Path> parquetFiles() throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(path -> path.toString().endsWith(".parquet")).toList();
    }
  }
}

package io.icerunner.internal.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever the schema, the values, the sizes of batches, pages and row groups, and the codec. */
class RandomSchemaTest {
  private static final int ROWS = 400;

  private static DuckDbReader duckDb;

  private final ExecutorService executor = Executors.newFixedThreadPool(2);

  @TempDir Path folder;

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Boolean.getBoolean("icerunner.test.long") ? 2000 : 40);
  }

  @BeforeAll
  static void openDuckDb() throws SQLException {
    duckDb = new DuckDbReader();
  }

  @AfterAll
  static void closeDuckDb() throws SQLException {
    duckDb.close();
  }

  @AfterEach
  void shutDown() {
    executor.shutdownNow();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void rowsComeBackFromIcebergAndFromDuckDb(long seed) throws Exception {
    Random random = new Random(seed);
    Schema schema = new RandomSchemas(seed).next();
    Table table = MemoryTable.of(schema, folder, properties(random));
    List<Record> rows = new RandomRows(seed).of(schema, random.nextInt(ROWS));
    int batchRows = 1 + random.nextInt(rows.size() + 1);

    List<DataFile> files = Written.rows(table, rows, batchRows, executor, 1 + random.nextInt(3));

    assertThat(ValueText.of(Written.read(table, files)))
        .as("%s", schema)
        .isEqualTo(ValueText.of(rows));
    if (!files.isEmpty()) {
      assertThat(duckDb.rows(schema, files)).as("%s", schema).isEqualTo(arrow(schema, rows));
    }
  }

  private static Map<String, String> properties(Random random) {
    String[] codecs = {"zstd", "snappy", "gzip", "uncompressed"};
    return Map.of(
        "format-version",
        "3",
        "write.parquet.compression-codec",
        codecs[random.nextInt(codecs.length)],
        "write.parquet.page-row-limit",
        "" + (1 + random.nextInt(200)),
        "write.parquet.page-size-bytes",
        "" + (1 + random.nextInt(5000)),
        "write.parquet.row-group-limit",
        "" + (1 + random.nextInt(ROWS)),
        "write.parquet.dict-size-bytes",
        "" + (1 + random.nextInt(4000)),
        "write.target-file-size-bytes",
        "" + (1 + random.nextInt(100_000)),
        WriteProperties.ENCODINGS,
        random.nextBoolean() ? "classic" : "modern");
  }

  private static List<String> arrow(Schema schema, List<Record> rows) {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = ArrowRows.batch(schema, rows, allocator)) {
      return new ArrayList<>(ArrowText.of(schema, batch));
    }
  }
}

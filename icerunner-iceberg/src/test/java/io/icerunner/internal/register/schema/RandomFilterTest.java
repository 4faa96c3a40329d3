package io.icerunner.internal.register.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.parquet.ParquetFooter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Files;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.MetricsConfig;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.data.InternalRecordWrapper;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.expressions.InclusiveMetricsEvaluator;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.parquet.Parquet;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files with random columns: whatever a row holds, a filter on it must not skip the file. */
class RandomFilterTest {
  private static final List<String> COLUMNS =
      List.of(
          "v::INTEGER",
          "v::BIGINT * 1000000007",
          "(v % 100)::TINYINT",
          "abs(v % 200)::UTINYINT",
          "abs(v % 60000)::USMALLINT",
          "v::FLOAT / 3",
          "CASE WHEN v % 5 = 0 THEN -0.0 ELSE v::DOUBLE / 7 END",
          "(v % 1000)::DECIMAL(5, 1)",
          "v::DECIMAL(15, 3)",
          "v::DECIMAL(38, 6) * 1000000007",
          "chr(abs(v % 60000)::INTEGER % 55000 + 1) || md5(v::VARCHAR)",
          "repeat(chr(128000 + abs(v % 100)::INTEGER), 1 + abs(v % 90)::INTEGER)",
          "from_hex(md5(v::VARCHAR))",
          "DATE '1970-01-01' + (v % 100000)::INTEGER",
          "TIME '00:00:00' + to_microseconds(abs(v))",
          "make_timestamp(v * 1000003)",
          "epoch_ms(v * 10007)::TIMESTAMP_MS",
          "make_timestamp(v * 1000003)::TIMESTAMPTZ",
          "v % 2 = 0",
          "{x: v, y: 't' || v}");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyValueOfARowIsFound(long seed) throws Exception {
    Random random = new Random(seed);
    int rows = 1 + random.nextInt(3_000);
    int nulls = 1 + random.nextInt(4);
    String columns =
        COLUMNS.stream()
            .map(
                column ->
                    "CASE WHEN r %% %d > 0 THEN %s END"
                        .formatted(1 + random.nextInt(nulls + 3), column))
            .collect(Collectors.joining(", "));
    Path file =
        DuckDbFile.write(
            folder.resolve("f.parquet"),
            "SELECT %s FROM (SELECT r, (hash(r + %d) %% 2000000)::BIGINT - 1000000 AS v FROM range(%d) t(r))"
                .formatted(columns, seed * 1_000_003, rows),
            ", ROW_GROUP_SIZE " + (random.nextBoolean() ? 2_048 : 100_000));

    assertThat(skippedRows(file)).isEmpty();
  }

  private static List<String> skippedRows(Path file) throws Exception {
    ParquetFooter footer = DuckDbFile.footer(file);
    Schema table =
        SchemaPlan.plan(null, 2, SchemaPolicy.UNION, null, List.of(DuckDbFile.schema(file)))
            .newTable();
    NameMapping mapping = NameMappings.create(table);
    Metrics whole = FileMetrics.of("f", footer, table, mapping);
    List<DataFile> described =
        List.of(
            describe(file, whole),
            describe(file, FileMetrics.kept(whole, table, MetricsConfig.getDefault())));
    List<String> skipped = new ArrayList<>();
    int read = 0;
    try (CloseableIterable<Record> records =
        Parquet.read(Files.localInput(file.toFile()))
            .project(table)
            .withNameMapping(mapping)
            .createReaderFunc(stored -> GenericParquetReaders.buildReader(table, stored))
            .build()) {
      InternalRecordWrapper row = new InternalRecordWrapper(table.asStruct());
      for (Record record : records) {
        if (read++ % 7 == 0) {
          row.wrap(record);
          check(row, table, described, skipped);
        }
      }
    }
    assertThat(read).isEqualTo((int) footer.rowCount());
    return skipped;
  }

  private static void check(
      InternalRecordWrapper row, Schema table, List<DataFile> files, List<String> skipped) {
    for (int i = 0; i < table.columns().size(); i++) {
      Types.NestedField field = table.columns().get(i);
      if (field.type().isPrimitiveType()) {
        Object value = row.get(i, Object.class);
        for (Expression filter : filters(field.name(), value)) {
          for (DataFile file : files) {
            if (!new InclusiveMetricsEvaluator(table, filter).eval(file)) {
              skipped.add(field + ": " + filter);
            }
          }
        }
      }
    }
  }

  private static List<Expression> filters(String name, @Nullable Object value) {
    return value == null
        ? List.of(Expressions.isNull(name))
        : List.of(
            Expressions.equal(name, value),
            Expressions.lessThanOrEqual(name, value),
            Expressions.greaterThanOrEqual(name, value),
            Expressions.notNull(name));
  }

  private static DataFile describe(Path file, Metrics metrics) {
    return DataFiles.builder(PartitionSpec.unpartitioned())
        .withPath(file.toString())
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(1)
        .withMetrics(metrics)
        .build();
  }
}

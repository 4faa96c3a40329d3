package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.spi.ResolvedTable;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Planning looks at metadata alone, so that the files need not exist. */
class ManyFilesTest {
  private static final Schema SCHEMA =
      new Schema(
          Types.NestedField.optional(1, "id", Types.LongType.get()),
          Types.NestedField.optional(2, "v", Types.DoubleType.get()));
  private static final int ROWS = 100;

  @TempDir Path warehouse;
  private TestTables tables;

  @BeforeEach
  void open() throws SQLException {
    tables = new TestTables(warehouse);
  }

  @AfterEach
  void close() throws SQLException {
    tables.close();
  }

  @Test
  void plansFilesOfManyManifests() {
    append(600, 50);

    assertPlans(600);
  }

  @Test
  @EnabledIfSystemProperty(named = "icerunner.test.long", matches = "true")
  void plansTenThousandFiles() {
    append(10_000, 500);

    assertPlans(10_000);
    long start = System.nanoTime();
    ResolvedTable table = tables.resolve();
    assertThat(table.recordCount()).hasValue(10_000L * ROWS);
    assertThat(table.totalBytes()).isPresent();
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(500));
  }

  private void assertPlans(int files) {
    assertThat(tables.resolve().recordCount()).hasValue((long) files * ROWS);
    assertThat(tables.plan(Expressions.alwaysTrue()).groups().get(0).files()).hasSize(files);
    assertThat(TestTables.paths(tables.plan(Expressions.equal("id", 1_234L))))
        .containsExactly("/files/12.parquet");
    assertThat(TestTables.paths(tables.plan(Expressions.lessThan("id", 250L))))
        .containsExactly("/files/0.parquet", "/files/1.parquet", "/files/2.parquet");
    assertThat(tables.plan(Expressions.equal("id", -1L)).groups()).isEmpty();
  }

  private void append(int files, int perCommit) {
    Table table = tables.create(SCHEMA);
    for (int from = 0; from < files; from += perCommit) {
      AppendFiles append = table.newFastAppend();
      for (int i = from; i < Math.min(files, from + perCommit); i++) {
        append.appendFile(file(i));
      }
      append.commit();
    }
  }

  private static DataFile file(int number) {
    return DataFiles.builder(org.apache.iceberg.PartitionSpec.unpartitioned())
        .withPath("/files/" + number + ".parquet")
        .withFormat(FileFormat.PARQUET)
        .withFileSizeInBytes(1_000)
        .withMetrics(
            new Metrics(
                (long) ROWS,
                Map.of(1, 500L, 2, 500L),
                Map.of(1, 100L, 2, 100L),
                Map.of(1, 0L, 2, 0L),
                Map.of(2, 0L),
                Map.of(1, bound(number * (long) ROWS)),
                Map.of(1, bound(number * (long) ROWS + ROWS - 1))))
        .build();
  }

  private static ByteBuffer bound(long value) {
    return Conversions.toByteBuffer(Types.LongType.get(), value);
  }
}

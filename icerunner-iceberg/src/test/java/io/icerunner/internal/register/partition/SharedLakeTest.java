package io.icerunner.internal.register.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.register.partition.HivePath.Entry;
import io.icerunner.internal.types.SharedCases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Folders that other products wrote. */
class SharedLakeTest {
  @TempDir Path warehouse;

  @Test
  void aHiveTableOfDatesAndEncodedText() throws SQLException {
    try (HiveLake lake = lake(SharedCases.folder("dazzleduck/example/data/hive_table"))) {
      Schema schema = lake.schema(Map.of());
      Table table = lake.create(schema, SpecText.parse(schema, List.of("dt", "p")));
      lake.register(table, PartitionPolicy.STRICT, null);

      assertThat(schema.findType("dt")).isEqualTo(Types.DateType.get());
      assertThat(schema.findType("p")).isEqualTo(Types.StringType.get());
      assertThat(HiveLake.rows(table, Expressions.alwaysTrue(), "dt", "p"))
          .isEqualTo(
              lake.query(
                  "SELECT dt, p FROM read_parquet('%s/*/*/*.parquet', hive_partitioning = true)"
                      .formatted(lake.source)))
          .hasSize(6)
          .contains("2025-01-01|a b");
      assertThat(HiveLake.rows(table, Expressions.equal("p", "a b"), "dt"))
          .isNotEmpty()
          .containsOnly("2025-01-01");
    }
  }

  @Test
  void aNullPartitionByDefaultFolder(@TempDir Path folder) throws SQLException, IOException {
    Path file =
        SharedCases.folder("velox/velox/dwio/parquet/tests/examples")
            .resolve("icebergNullIcebergPartition.parquet");
    Path into = Files.createDirectories(folder.resolve("key=__HIVE_DEFAULT_PARTITION__"));
    Files.copy(file, into.resolve("part.parquet"));
    Files.copy(file, Files.createDirectories(folder.resolve("key=7")).resolve("part.parquet"));

    try (HiveLake lake = lake(folder)) {
      Schema schema = lake.schema(Map.of());
      Table table = lake.create(schema, SpecText.parse(schema, List.of("key")));
      lake.register(table, PartitionPolicy.STRICT, null);

      List<String> nulls = HiveLake.rows(table, Expressions.isNull("key"), "key");
      assertThat(nulls).isNotEmpty().containsOnly("null");
      assertThat(HiveLake.rows(table, Expressions.equal("key", 7), "key"))
          .hasSameSizeAs(nulls)
          .containsOnly("7");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bigint",
        "bool",
        "decimal_bigint",
        "decimal_hugeint",
        "decimal_integer",
        "decimal_smallint",
        "double",
        "float",
        "integer"
      })
  void valuesInPathsAreThoseThatIcebergWrote(String name) throws IOException {
    Path table = SharedCases.folder("duckdb-iceberg/data/persistent/partition_" + name);
    Types.NestedField column = WrittenPartitions.column(table);
    Map<String, Object> written = WrittenPartitions.byFolder(table);

    assertThat(written).isNotEmpty();
    written.forEach(
        (folder, value) -> {
          HivePath path = HivePath.of("s3://lake", "s3://lake/" + folder + "/a.parquet");
          Entry entry = path.entries().get(0);
          assertThat(entry.key()).isEqualTo(column.name());
          assertThat(HiveColumns.value(path.location(), column, entry.value())).isEqualTo(value);
        });
  }

  private HiveLake lake(Path source) throws SQLException {
    return new HiveLake(source, warehouse);
  }
}

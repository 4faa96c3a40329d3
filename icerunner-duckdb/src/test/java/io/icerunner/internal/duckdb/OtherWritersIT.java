package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalCatalogProvider;
import io.icerunner.internal.scan.SnapshotResolver;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.SqlQuery;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tables that Spark, Trino, PyIceberg and others wrote, read through planner and engine. Their
 * files are no part of this repository: the test is skipped where {@code ../shared/cases/data} is
 * missing.
 */
class OtherWritersIT extends EngineTest {
  private static final Namespace NAMESPACE = Namespace.of("default");

  @SuppressWarnings("NullAway.Init")
  private Path data;

  @SuppressWarnings("NullAway.Init")
  private Catalog catalog;

  @SuppressWarnings("NullAway.Init")
  private CatalogTables catalogTables;

  @BeforeEach
  void openCatalog() {
    Optional<Path> found = cases();
    assumeThat(found).as("the folder ../shared/cases/data").isPresent();
    data = found.orElseThrow();
    catalog =
        new LocalCatalogProvider()
            .open(
                Map.of("warehouse", folder.resolve("warehouse").toString()),
                new ProviderContext("ice", getClass().getClassLoader()));
    catalogTables = CatalogTables.of("ice", catalog, true);
  }

  @AfterEach
  void closeCatalog() {
    if (catalogTables != null) {
      catalogTables.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "partition_bigint, 2, '-9223372036854775808,9223372036854775807'",
    "partition_binary, 2, ''",
    "partition_bool, 2, 'false,true'",
    "partition_decimal_bigint, 10, ''",
    "partition_decimal_hugeint, 15, ''",
    "partition_decimal_integer, 3, ''",
    "partition_decimal_smallint, 2, ''",
    "partition_double, 2, ''",
    "partition_float, 2, ''",
    "partition_integer, 2, ''",
    "partition_time, 2, '08:21:09,12:34:56'",
    "partition_timestamp, 2, ''",
    "partition_timestamptz, 2, ''",
  })
  void partitionColumnsThatAreNotInTheFiles(String name, int rows, String values) {
    register(duckDbIceberg(name), "data/persistent/" + name, name);

    List<List<Object>> distinct =
        query(
            "SELECT partition_col::VARCHAR FROM t WHERE partition_col IS NOT NULL ORDER BY partition_col");

    assertThat(distinct).hasSize(rows);
    if (!values.isEmpty()) {
      assertThat(distinct.stream().map(row -> row.get(0).toString()))
          .containsExactly(values.split(","));
    }
    assertThat(count("SELECT count(*) FROM t")).isEqualTo(rows);
  }

  /** Its manifest holds the fixed values with a length before them, unlike its own schema. */
  @Test
  void aDamagedManifestIsNamed() {
    register(
        duckDbIceberg("partition_fixed_length_binary"),
        "data/persistent/partition_fixed_length_binary",
        "fixed");

    assertThatThrownBy(() -> query("SELECT * FROM t"))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("Cannot read table default.t: manifest")
        .extracting("code")
        .isEqualTo(ErrorCode.UNSUPPORTED);
  }

  @Test
  void aColumnThatWasDroppedAndAddedAgain() {
    register(duckDbIceberg("name_mapping"), "data/persistent/name_mapping", "mapped");

    assertThat(count("SELECT count(*) FROM t WHERE b IS NULL")).isEqualTo(10_000);
    assertThat(count("SELECT count(*) FROM t AT (VERSION => 6597550917742534971)"))
        .isEqualTo(10_000);
  }

  @ParameterizedTest
  @CsvSource({"v3, 10000", "v3.1, 0", "v4, 10000", "v4.1, 0"})
  void nameMappingsThatAreEdited(String metadata, long values) {
    register(
        duckDbIceberg("name_mapping"),
        "data/persistent/name_mapping",
        "mapped",
        "warehouse_1/mydb/t1/metadata/" + metadata + ".metadata.json");

    assertThat(count("SELECT count(b) FROM t AT (VERSION => 6597550917742534971)"))
        .isEqualTo(values);
    assertThat(count("SELECT count(*) FROM t")).isEqualTo(10_000);
  }

  @Test
  void filesWithoutFieldIdsByNameMapping() {
    register(duckDbIceberg("column_mapping"), "data/persistent/column_mapping", "mapped");

    assertThat(query("SELECT * FROM t").toString())
        .contains("Alice")
        .contains("Bob")
        .contains("Charlie");
    assertThat(count("SELECT count(*) FROM t")).isEqualTo(3);
  }

  @Test
  void initialDefaults() {
    register(
        duckDbIceberg("add_columns_with_defaults"),
        "data/persistent/add_columns_with_defaults",
        "defaults");

    assertThat(query("SELECT col_integer FROM t ORDER BY 1 DESC"))
        .extracting(row -> row.get(0))
        .containsExactly(453243, 342342, 342342);
  }

  @Test
  void initialDefaultsInStructs() {
    register(
        duckDbIceberg("add_columns_with_defaults_in_struct"),
        "data/persistent/add_columns_with_defaults_in_struct",
        "defaults");

    assertThat(query("SELECT * FROM t")).hasSize(2);
  }

  @Test
  void manyFilesThatDoNotExistArePruned() {
    register(duckDbIceberg("generated_bounds"), "data/persistent/generated_bounds", "bounds");

    assertThat(count("SELECT count(*) FROM t WHERE block_number BETWEEN 5000000 AND 5000100"))
        .isZero();
    assertThatThrownBy(() -> count("SELECT count(block_number) FROM t"))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("scheme s3");
  }

  @Test
  void aTableWithoutSnapshots() {
    register(duckDbIceberg("custom_write_paths"), "data/persistent/custom_write_paths", "empty");

    assertThat(query("SELECT * FROM t")).isEmpty();
  }

  @Test
  void aTableThatWasOverwritten() {
    register(duckDbIceberg("iceberg/lineitem_iceberg"), "lineitem_iceberg", "lineitem");

    assertThat(count("SELECT count(*) FROM t")).isEqualTo(51_793);
    assertThat(count("SELECT count(l_orderkey) FROM t")).isEqualTo(51_793);
  }

  @Test
  void aTableWhoseMetadataIsCompressed() {
    register(duckDbIceberg("iceberg/lineitem_iceberg_gz"), "lineitem_iceberg_gz", "lineitem");

    assertThat(count("SELECT count(*) FROM t")).isEqualTo(111_968);
    assertThat(count("SELECT count(l_orderkey) FROM t")).isEqualTo(111_968);
  }

  @ParameterizedTest
  @CsvSource({
    "tables/no_partitioning, s3a://warehouse/no_partitioning, 6",
    "tables/partitioned_table, s3a://warehouse/partitioned_table, 6",
    "tables/partition_evolution, s3a://warehouse/partition_evolution, 7",
    "tables/year_date_partitioning, s3a://warehouse/year_date_partitioning, 3",
    "tables/year_timestamp_partitioning, s3a://warehouse/year_timestamp_partitioning, 3",
    "tables/year_timestamptz_partitioning, s3a://warehouse/year_timestamptz_partitioning, 3",
    "tables/month_timestamptz_partitioning, s3a://warehouse/month_timestamptz_partitioning, 3",
    "tables/day_timestamptz_partitioning, s3a://warehouse/day_timestamptz_partitioning, 3",
    "tables/hour_timestamptz_partitioning, s3a://warehouse/hour_timestamptz_partitioning, 3",
    "tables/identity_partitioning, s3a://warehouse/identity_partitioning, 1",
    "tables/bucket_partitioning, s3a://warehouse/bucket_partitioning, 1",
    "tables/decimal_partitioning, s3a://warehouse/decimal_partitioning, 1",
    "tables/partitioning_with_null_value, s3a://warehouse/partitioning_with_null_value, 4",
    "tables/w_clean_expired_metadata, s3a://warehouse/w_clean_expired_metadata, 3",
    "tables/types/all_trino_types, s3a://warehouse/types/all_trino_types, 1",
    "tables/types/all_spark_types, s3://warehouse/types/all_spark_types, 1",
    "tables/types/decimals, s3://warehouse/types/decimals, 1",
    "warehouse/streams/default_value, s3a://warehouse/streams/default_value, 2",
    "warehouse/empty/empty, s3://warehouse/empty/empty, 0",
  })
  void tablesOfTrinoAndSpark(String folder, String prefix, int rows) {
    register(data.resolve("iceberg-cxx/tests").resolve(folder), prefix, "trino");

    assertThat(query("SELECT * FROM t")).hasSize(rows);
    assertThat(count("SELECT count(*) FROM t")).isEqualTo(rows);
  }

  @ParameterizedTest
  @CsvSource({
    "tables/deletion_vectors, s3a://warehouse/deletion_vectors",
    "tables/granular_deletes, s3a://warehouse/granular_deletes",
    "tables/prod/db/refdeletes3, s3://warehouse/prod/db/refdeletes3",
    "warehouse/gperov/test, s3://warehouse/gperov/test",
  })
  void tablesWithDeleteFilesAreRefused(String folder, String prefix) {
    register(data.resolve("iceberg-cxx/tests").resolve(folder), prefix, "deleted");

    assertRefused("SELECT * FROM t");
    assertRefused("SELECT count(*) FROM t");
  }

  @ParameterizedTest
  @CsvSource({"mytable", "mytable_partitioned"})
  void tablesWithEqualityDeletesAreRefused(String name) {
    register(
        duckDbIceberg("equality_deletes/warehouse/mydb/" + name),
        "data/persistent/equality_deletes/warehouse/mydb/" + name,
        "deleted");

    assertRefused("SELECT * FROM t");
    assertRefused("SELECT count(*) FROM t");
  }

  private void assertRefused(String sql) {
    assertThatThrownBy(() -> query(sql))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("Cannot read table default.t")
        .hasMessageContaining("delete files")
        .extracting("code")
        .isEqualTo(ErrorCode.UNSUPPORTED);
  }

  private long count(String sql) {
    return (Long) query(sql).get(0).get(0);
  }

  private List<List<Object>> query(String sql) {
    SnapshotResolver resolver = new SnapshotResolver(catalogTables, NAMESPACE, Map.of());
    return Results.rows(engine.execute(SqlQuery.of(sql, UTC), resolver, allocator));
  }

  private Path duckDbIceberg(String folder) {
    return data.resolve("duckdb-iceberg/data/persistent").resolve(folder);
  }

  private void register(Path source, String prefix, String name) {
    register(source, prefix, name, "");
  }

  private void register(Path source, String prefix, String name, String metadataFile) {
    Path copy = folder.resolve(name);
    RelocatedTable.copy(source, prefix, copy);
    Path metadata =
        metadataFile.isEmpty() ? RelocatedTable.newestMetadata(copy) : copy.resolve(metadataFile);
    catalog.registerTable(TableIdentifier.of(NAMESPACE, "t"), metadata.toString());
  }

  private static Optional<Path> cases() {
    return Stream.iterate(Path.of("").toAbsolutePath(), Objects::nonNull, Path::getParent)
        .map(parent -> parent.resolve("../shared/cases/data").normalize())
        .filter(Files::isDirectory)
        .findFirst();
  }
}

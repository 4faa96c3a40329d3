package io.icerunner.internal.parquetcolumns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.source.ManifestOptions;
import io.icerunner.internal.register.source.SourceStore;
import io.icerunner.internal.register.source.Unit;
import io.icerunner.internal.register.source.UnitSource;
import io.icerunner.internal.register.source.UnitSources;
import io.icerunner.internal.register.source.WeatherPolicy;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.QueryEngineProvider;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineParquetColumnsIT {
  private static QueryEngine engine;

  @TempDir Path folder;
  private final BufferAllocator allocator = new RootAllocator();
  private final EngineParquetColumns columns =
      new EngineParquetColumns(() -> engine, allocator, Set.of());

  @BeforeAll
  static void openEngine() {
    engine =
        ServiceLoader.load(QueryEngineProvider.class)
            .findFirst()
            .orElseThrow()
            .open(
                Map.of(),
                new ProviderContext("test", EngineParquetColumnsIT.class.getClassLoader()));
  }

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }

  @AfterAll
  static void closeEngine() {
    engine.close();
  }

  @Test
  void givesValuesOfEveryTypeInIcebergsRepresentation() throws SQLException {
    Path file =
        write(
            """
            SELECT true AS b, 7::TINYINT AS i8, 8::INTEGER AS i, 9::BIGINT AS l, 1.5::FLOAT AS f,
              2.5 ::DOUBLE AS d, 1.25::DECIMAL(9, 2) AS p, DATE '1969-12-31' AS day,
              TIME '00:00:01' AS t, TIMESTAMP_MS '1970-01-01 00:00:01' AS ts,
              TIMESTAMPTZ '1970-01-01 00:00:01+00' AS tz, 'é' AS s,
              'f81d4fae-7dec-11d0-a765-00a0c91e6bf6'::UUID AS u, '\\x01'::BLOB AS bin,
              ['a', NULL] AS li, 5::UINTEGER AS u32
            UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
              NULL, NULL, NULL, NULL, NULL
            """);
    List<String> names =
        List.of(
            "b", "i8", "i", "l", "f", "d", "p", "day", "t", "ts", "tz", "s", "u", "bin", "li",
            "u32");

    assertThat(rows(file, names))
        .containsExactlyInAnyOrder(
            List.of(
                true,
                7,
                8,
                9L,
                1.5f,
                2.5,
                new BigDecimal("1.25"),
                (int) LocalDate.of(1969, 12, 31).toEpochDay(),
                1_000_000L,
                1_000_000L,
                1_000_000L,
                "é",
                UUID.fromString("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"),
                ByteBuffer.wrap(new byte[] {1}),
                Arrays.asList("a", null),
                5L),
            Arrays.asList(new Object[names.size()]));
  }

  @Test
  void readsBesideColumnsThatCannotBeRead() throws SQLException {
    Path file = write("SELECT 1::UBIGINT AS big, 'x' AS s, {'a': 1} AS st");

    assertThat(columns.columns(file).stream().map(f -> f.name() + " " + f.type()).toList())
        .hasSize(3)
        .startsWith("big unknown", "s string");
    assertThat(rows(file, List.of("s"))).containsExactly(List.of("x"));
    assertThatThrownBy(() -> rows(file, List.of("big")))
        .hasMessage(
            "Cannot read column big of %s: Iceberg has no type for how it is stored"
                .formatted(file));
    assertThatThrownBy(() -> rows(file, List.of("st")))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED));
    assertThatThrownBy(() -> rows(file, List.of("none")))
        .hasMessage(
            "Cannot read column none of %s: there is no such column; there are [big, s, st]"
                .formatted(file));
  }

  @Test
  void stopsAtTheLimitOfDistinctValues() throws SQLException {
    Path file =
        write("SELECT CASE WHEN i % 4 = 0 THEN NULL ELSE i % 4 END AS k, i FROM range(10000) r(i)");

    assertThat(columns.distinct(file, "k", 10)).containsExactlyInAnyOrder(null, 1L, 2L, 3L);
    assertThat(columns.distinct(file, "i", 3)).hasSize(3).doesNotHaveDuplicates();
  }

  @Test
  void readsAFileWithoutRowsAndNoColumns() throws SQLException {
    assertThat(rows(write("SELECT 1 AS i WHERE false"), List.of("i"))).isEmpty();
    assertThat(rows(write("SELECT 1 AS i UNION ALL SELECT 2"), List.of())).hasSize(2);
  }

  @Test
  void readsFilesAndColumnsOfAnyName() throws Exception {
    Path file = folder.resolve("it's [a] 100%*?.parquet");
    Files.copy(write("SELECT 1 AS \"a\"\"b\", 2 AS c"), file);

    assertThat(rows(file, List.of("c", "a\"b"))).containsExactly(List.of(2, 1));
  }

  @Test
  void readsFilesBelowAFolderAndElsewhere() throws Exception {
    Path below = Files.createDirectories(folder.resolve("lake/k=1")).resolve("a.parquet");
    Files.copy(write("SELECT 7 AS i"), below);
    EngineParquetColumns rooted =
        new EngineParquetColumns(() -> engine, allocator, Set.of(folder + "/lake/"));

    assertThat(rooted.distinct(below, "i", 2)).containsExactly(7);
    assertThat(rooted.distinct(write("SELECT 8 AS i"), "i", 2)).containsExactly(8);
  }

  @Test
  void namesFilesThatAreNoParquet() throws Exception {
    Path text = Files.writeString(folder.resolve("x.parquet"), "no parquet at all");

    assertThatThrownBy(() -> columns.columns(text))
        .isInstanceOfSatisfying(
            IceRunnerException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
        .hasMessageContaining(text.toString());
    assertThatThrownBy(() -> columns.columns(folder.resolve("none.parquet")))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @Test
  void readsAManifestInParquet() throws Exception {
    Path lake = Files.createDirectories(folder.resolve("lake/day=2024-01-02/n=7"));
    Files.writeString(lake.resolve("part.parquet"), "some");
    Path manifest =
        write(
            """
            SELECT * FROM (VALUES (DATE '2024-01-02', 7, 5, 1::UBIGINT, ['day=2024-01-02/n=7/part.parquet']),
              (DATE '2024-01-03', NULL, 6, 1, ['day=2024-01-03/n=__HIVE_DEFAULT_PARTITION__/x.parquet']))
              t(day, n, rows, ignored, files)
            """);
    try (SourceStore store = SourceStore.open(Map.of(), WeatherPolicy.DEFAULT)) {
      for (@Nullable String files : new @Nullable String[] {null, "files"}) {
        UnitSource source =
            UnitSources.manifest(
                store,
                folder.resolve("lake").toString(),
                new ManifestOptions(manifest.toString(), List.of(), "rows", files),
                columns);

        assertThat(source.units())
            .containsExactly(
                new Unit("day=2024-01-02/n=7", 5L),
                new Unit("day=2024-01-03/n=__HIVE_DEFAULT_PARTITION__", 6L));
        assertThat(source.files(source.units().get(0)).files()).hasSize(1);
      }
    }
  }

  private Path write(String query) throws SQLException {
    Path file = folder.resolve("f" + System.nanoTime() + ".parquet");
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement()) {
      statement.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet)");
    }
    return file;
  }

  private List<List<@Nullable Object>> rows(Path file, List<String> names) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    columns.forEach(file, names, values -> rows.add(new ArrayList<>(Arrays.asList(values))));
    return rows;
  }
}

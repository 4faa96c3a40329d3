package io.icerunner.register;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.LocalCatalogProvider;
import io.icerunner.spi.ProviderContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files of many writers, registered and queried beside the files themselves. */
class RegisteredFilesIT {
  private static final int VALUES = 6;

  @TempDir private Path folder;

  @SuppressWarnings("NullAway.Init")
  private Connection duck;

  @BeforeEach
  void openEngine() throws Exception {
    duck = DriverManager.getConnection("jdbc:duckdb:");
    execute("SET TimeZone = 'UTC'");
  }

  @AfterEach
  void closeEngine() throws Exception {
    duck.close();
  }

  @Test
  void everyTypeOfTheEngineIsReadAndFound() throws Exception {
    Path file = Files.createDirectories(folder.resolve("files")).resolve("all.parquet");
    execute(
        """
        COPY (
          SELECT v AS id, v::TINYINT AS i8, (v + 2)::UTINYINT AS u8, (v * 99)::SMALLINT AS i16,
            (v + 65000)::USMALLINT AS u16, v::INTEGER AS i32, v * 1000000007 AS i64,
            v::FLOAT / 3 AS f32, v::DOUBLE / 7 AS f64, (v::DECIMAL(9, 2) / 1)::DECIMAL(9, 2) AS d9,
            v::DECIMAL(18, 3) AS d18, v::DECIMAL(38, 6) AS d38, v > 0 AS yes,
            'é' || v AS text, ('x' || v)::BLOB AS bytes, DATE '1970-01-01' + v::INTEGER AS day,
            TIME '12:00:00' + to_microseconds(v * 1000001) AS clock,
            epoch_ms(v * 86400001)::TIMESTAMP_MS AS millis, make_timestamp(v * 1000000007) AS micros,
            make_timestamp(v * 1000000007)::TIMESTAMPTZ AS instant,
            md5(v::VARCHAR)::UUID AS uuid, {a: v, b: ['s' || v]} AS s, [v, NULL] AS l,
            MAP {'k': v} AS m, v AS "with.dot", CASE WHEN v > 0 THEN v END AS some
          FROM range(-2, 4) t(v)
        ) TO '%s' (FORMAT parquet)
        """
            .formatted(file));

    assertSame(List.of(file));
  }

  @Test
  void filesThatDifferAreOneTable() throws Exception {
    Files.createDirectories(folder.resolve("files"));
    List<Path> files = new ArrayList<>();
    for (String select :
        List.of(
            "SELECT 1::INTEGER AS a, 1.5::FLOAT AS f, 1::DECIMAL(9, 2) AS d, {x: 1::INTEGER} AS s, [1::INTEGER] AS l",
            "SELECT {y: 'q', x: 5000000000} AS s, 5000000000 AS a, 1e300::DOUBLE AS f, [5000000000] AS l, 'new' AS n",
            "SELECT 12345678901234::DECIMAL(18, 2) AS d, epoch_ms(1)::TIMESTAMP_MS AS t",
            "SELECT make_timestamp(5) AS t, NULL::INTEGER AS a")) {
      Path file = folder.resolve("files").resolve(files.size() + ".parquet");
      execute("COPY (%s) TO '%s' (FORMAT parquet)".formatted(select, file));
      files.add(file);
    }

    assertSame(files);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "parquet-testing/data/int32_decimal.parquet",
        "parquet-testing/data/int64_decimal.parquet",
        "parquet-testing/data/list_columns.parquet",
        "parquet-testing/data/nested_maps.snappy.parquet",
        "parquet-testing/data/binary.parquet",
        "parquet-testing/data/unknown-logical-type.parquet",
        "hardwood/core/src/test/resources/compat_ts_millis.parquet",
        "hardwood/core/src/test/resources/compat_ts_micros.parquet",
        "hardwood/core/src/test/resources/compat_plain_int64.parquet",
        "hardwood/core/src/test/resources/address_book_test.parquet",
        "hardwood/core/src/test/resources/local_timestamp_test.parquet",
        "hardwood/core/src/test/resources/map_typed_keys_test.parquet",
        "hardwood/core/src/test/resources/list_of_maps_test.parquet",
        "velox/velox/dwio/parquet/tests/examples/enum_type.parquet",
        "altinity-ice/ice-rest-catalog/src/test/resources/scenarios/insert-partitioned/input.parquet",
        "altinity-ice/ice-rest-catalog/src/test/resources/scenarios/insert-partitioned/ontime-2010-01-01.parquet",
      })
  void filesOfOtherWritersAreReadAndFound(String name) throws Exception {
    assertSame(List.of(copied(name)));
  }

  @Test
  void versionsOfOneTableByOtherWritersAreReadAndFound() throws Exception {
    assertSame(
        List.of(
            copied("altinity-ice/examples/schema-evolution/t.v1.parquet"),
            copied("altinity-ice/examples/schema-evolution/t.v2.parquet")));
  }

  @Test
  void columnsThatAreRenamedOrDroppedBetweenRunsStaySo() throws Exception {
    Path files = Files.createDirectories(folder.resolve("files"));
    execute(
        "COPY (SELECT 1 AS a, {x: 2} AS s, 3 AS gone) TO '%s/1.parquet' (FORMAT parquet)"
            .formatted(files));
    register();
    Catalog catalog =
        new LocalCatalogProvider()
            .open(
                Map.of("warehouse", folder.resolve("warehouse").toString()),
                new ProviderContext("ice", getClass().getClassLoader()));
    try (AutoCloseable closed = (AutoCloseable) catalog) {
      Table table = catalog.loadTable(TableIdentifier.of("default", "t"));
      table
          .updateSchema()
          .renameColumn("a", "b")
          .renameColumn("s.x", "y")
          .deleteColumn("gone")
          .commit();
    }
    execute(
        "COPY (SELECT 4 AS a, {x: 5, z: 'q'} AS s, 6 AS gone, [7] AS l) TO '%s/2.parquet' (FORMAT parquet)"
            .formatted(files));
    register();

    try (ServedTables tables = new ServedTables(folder.resolve("warehouse"))) {
      assertThat(tables.query("SELECT b, s.y, s.z, l::VARCHAR FROM t ORDER BY b"))
          .containsExactly("1|2|null|null", "4|5|q|[7]");
      assertThat(tables.query("SELECT b FROM t WHERE b = 4")).containsExactly("4");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "parquet-testing/data/encrypt_columns_and_footer.parquet.encrypted",
        "parquet-testing/data/int96_from_spark.parquet",
        "parquet-testing/data/fixed_length_decimal.parquet",
        "parquet-testing/data/byte_array_decimal.parquet",
        "hardwood/core/src/test/resources/unsigned_int_test.parquet",
        "hardwood/core/src/test/resources/null_logical_type_test.parquet",
      })
  void whatReadersDoNotAgreeAboutIsRefused(String name) throws Exception {
    Path file = copied(name);

    assertThatThrownBy(this::register)
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining(file.getFileName().toString());
    assertThat(folder.resolve("warehouse/default/t")).doesNotExist();
  }

  /**
   * Compares the registered table with the files: all rows, and a filter for each of some values.
   */
  private void assertSame(List<Path> files) throws Exception {
    register();
    String paths = String.join("', '", files.stream().map(Path::toString).toList());
    execute(
        "CREATE VIEW files AS SELECT * FROM read_parquet(['%s'], union_by_name = true)"
            .formatted(paths));
    List<String> columns = ask("SELECT '\"' || column_name || '\"' FROM (DESCRIBE files)");
    List<String> types = ask("SELECT column_type FROM (DESCRIBE files)");
    String all = String.join(", ", columns.stream().map(column -> column + "::VARCHAR").toList());
    try (ServedTables tables = new ServedTables(folder.resolve("warehouse"))) {
      assertThat(tables.query("SELECT %s FROM t".formatted(all)))
          .containsExactlyInAnyOrderElementsOf(ask("SELECT %s FROM files".formatted(all)));
      for (int i = 0; i < columns.size(); i++) {
        String column = columns.get(i);
        if (types.get(i).matches(".*(\\[|\\().*") && !types.get(i).startsWith("DECIMAL")) {
          continue;
        }
        String distinct =
            "SELECT DISTINCT %1$s::VARCHAR AS value FROM files WHERE %1$s IS NOT NULL ORDER BY ALL LIMIT %2$d"
                .formatted(column, VALUES);
        for (String value : ask(distinct)) {
          String filter =
              "SELECT count(*) FROM %%s WHERE %s = '%s'::%s"
                  .formatted(column, value.replace("'", "''"), types.get(i));
          assertThat(tables.query(filter.formatted("t")))
              .as(filter)
              .isEqualTo(
                  ask(
                      filter
                          .replace(column + " =", column + "::" + types.get(i) + " =")
                          .formatted("files")));
        }
      }
    }
  }

  private void register() {
    Registration.builder()
        .source(folder.resolve("files"))
        .quiet(Duration.ZERO)
        .warehouse(folder.resolve("warehouse"))
        .table("t")
        .build()
        .run();
  }

  private Path copied(String name) throws Exception {
    Path source = shared(name);
    Path target =
        folder
            .resolve("files")
            .resolve(String.valueOf(source.getFileName()).replace(".encrypted", ""));
    Files.createDirectories(folder.resolve("files"));
    return Files.copy(source, target);
  }

  private static Path shared(String name) {
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path file = at.resolve("shared/cases/data").resolve(name);
      if (Files.exists(file)) {
        return file;
      }
    }
    return Assumptions.abort("no test data: ../shared/cases/data/" + name);
  }

  private void execute(String sql) throws Exception {
    try (Statement statement = duck.createStatement()) {
      statement.execute(sql);
    }
  }

  private List<String> ask(String sql) throws Exception {
    List<String> rows = new ArrayList<>();
    try (Statement statement = duck.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        List<String> cells = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
          cells.add(String.valueOf(result.getString(i)));
        }
        rows.add(String.join("|", cells));
      }
    }
    return rows;
  }
}

package io.icerunner.register;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys and values in folders, from files on disk to rows at a client. */
class HivePathsIT {
  @TempDir private Path folder;
  private SmallLake lake;

  @BeforeEach
  void makeLake() throws Exception {
    lake = new SmallLake(folder);
  }

  @AfterEach
  void closeLake() throws Exception {
    lake.close();
  }

  @Test
  void theDefaultPartitionIsNull() throws Exception {
    write("dt=2024-01-01/n=1", "SELECT 1 AS id");
    write("dt=__HIVE_DEFAULT_PARTITION__/n=1", "SELECT 2 AS id");
    write("dt=2024-01-02/n=__HIVE_DEFAULT_PARTITION__", "SELECT 3 AS id");
    registration().build().run();

    try (ServedTables tables = new ServedTables(folder.resolve("warehouse"))) {
      assertThat(tables.query("SELECT id FROM t WHERE dt IS NULL")).containsExactly("2");
      assertThat(tables.query("SELECT id FROM t WHERE n IS NULL")).containsExactly("3");
      assertThat(tables.query("SELECT id, n + 1 FROM t WHERE dt = DATE '2024-01-01'"))
          .containsExactly("1|2");
    }
  }

  @Test
  void encodedTextIsDecoded() throws Exception {
    List<String> folders =
        List.of("a%20b", "11%2F12%2F13", "a+b", "a b2", "%E6%97%A5", "100%", "", "it's");
    List<String> values = List.of("a b", "11/12/13", "a+b", "a b2", "日", "100%", "", "it's");
    for (int id = 0; id < folders.size(); id++) {
      write("p=" + folders.get(id), "SELECT %d AS id".formatted(id));
    }
    registration().build().run();

    try (ServedTables tables = new ServedTables(folder.resolve("warehouse"))) {
      assertThat(tables.query("SELECT p FROM t ORDER BY id")).isEqualTo(values);
      for (int id = 0; id < values.size(); id++) {
        assertThat(
                tables.query(
                    "SELECT id FROM t WHERE p = '%s'".formatted(values.get(id).replace("'", "''"))))
            .containsExactly(String.valueOf(id));
      }
    }
  }

  @Test
  void laterRunsKeepTheTypesOfTheFirst() throws Exception {
    write("hour=10/version=1.10", "SELECT 1 AS id");
    registration().build().run();
    write("hour=07/version=2", "SELECT 2 AS id");
    registration().build().run();

    try (ServedTables tables = new ServedTables(folder.resolve("warehouse"))) {
      assertThat(tables.query("SELECT id, hour + 0, version FROM t ORDER BY id"))
          .containsExactly("1|10|1.10", "2|7|2");
    }
    write("hour=noon/version=3", "SELECT 3 AS id");
    assertThatThrownBy(() -> registration().build().run())
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("hour=noon/version=3/part.parquet")
        .hasMessageContaining("its path has hour=noon, which is no int, the type of column hour");
  }

  @Test
  void declaredTypesKeepLeadingZeros() throws Exception {
    write("hour=10", "SELECT 1 AS id");
    registration().keyType("hour", Types.StringType.get()).build().run();
    write("hour=07", "SELECT 2 AS id");
    registration().build().run();

    try (ServedTables tables = new ServedTables(folder.resolve("warehouse"))) {
      assertThat(tables.query("SELECT id FROM t WHERE hour = '07'")).containsExactly("2");
    }
  }

  @Test
  void aPathThatContradictsItsFileIsRefusedUnlessFilesWin() throws Exception {
    write("dt=2024-01-01", "SELECT 1 AS id, DATE '2024-01-02' AS dt");

    assertThatThrownBy(() -> registration().partitionBy(List.of("dt")).build().run())
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining(
            "its path says dt=2024-01-01, but column dt in the file is 2024-01-02");

    registration().partitionBy(List.of("dt")).onConflict(OnConflict.FILE_WINS).build().run();
    try (ServedTables tables = new ServedTables(folder.resolve("warehouse"))) {
      assertThat(tables.query("SELECT id FROM t WHERE dt = DATE '2024-01-02'"))
          .containsExactly("1");
      assertThat(tables.query("SELECT id FROM t WHERE dt = DATE '2024-01-01'")).isEmpty();
    }
  }

  @Test
  void keysThatDifferFromColumnsOnlyInCaseAreRefused() throws Exception {
    write("DT=1", "SELECT 1 AS id, 1 AS dt");

    assertThatThrownBy(() -> registration().build().run())
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("key DT of its path differs only in case from dt");
  }

  @Test
  void bucketsAndColumnsWithoutBoundsAreRead() throws Exception {
    write("a", "SELECT 34 AS id, 1.5::DOUBLE AS x, range AS v FROM range(5000)");
    write("b", "SELECT NULL::INT AS id, 'NaN'::DOUBLE AS x, range AS v FROM range(3)");
    registration().partitionBy(List.of("bucket(16, id)", "x")).build().run();

    try (ServedTables tables = new ServedTables(folder.resolve("warehouse"))) {
      assertThat(tables.query("SELECT count(*) FROM t WHERE id = 34")).containsExactly("5000");
      assertThat(tables.query("SELECT count(*) FROM t WHERE x = 1.5")).containsExactly("5000");
      assertThat(tables.query("SELECT count(*) FROM t WHERE isnan(x) AND id IS NULL"))
          .containsExactly("3");
    }
  }

  @Test
  void filesThatSpanPartitionsGoToACoarserSpecByPolicy() throws Exception {
    write("a", "SELECT DATE '2024-01-30' + range::INT AS day FROM range(2)");
    write("b", "SELECT DATE '2024-01-30' + range::INT AS day FROM range(9)");

    assertThatThrownBy(() -> registration().partitionBy(List.of("month(day)")).build().run())
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("b/part.parquet")
        .hasMessageContaining("column day spans 2024-01-30 to 2024-02-07");

    registration()
        .table("u")
        .partitionBy(List.of("month(day)"))
        .onSpan(OnSpan.COARSER)
        .build()
        .run();
    try (ServedTables tables = new ServedTables(folder.resolve("warehouse"))) {
      assertThat(tables.query("SELECT count(*) FROM u WHERE day = DATE '2024-01-30'"))
          .containsExactly("2");
      assertThat(tables.query("SELECT count(*) FROM u WHERE day >= DATE '2024-02-01'"))
          .containsExactly("7");
    }
  }

  @Test
  void aCoarserSpecKeepsTheKeysOfThePath() throws Exception {
    write("tile=1_2", "SELECT DATE '2024-01-30' + range::INT AS day FROM range(2)");
    write("tile=1_3", "SELECT DATE '2024-01-30' + range::INT AS day FROM range(9)");
    registration().partitionBy(List.of("month(day)", "tile")).onSpan(OnSpan.COARSER).build().run();

    try (ServedTables tables = new ServedTables(folder.resolve("warehouse"))) {
      assertThat(tables.query("SELECT tile, count(*) FROM t GROUP BY tile ORDER BY tile"))
          .containsExactly("1_2|2", "1_3|9");
      assertThat(
              tables.query("SELECT count(*) FROM t WHERE tile = '1_3' AND day < DATE '2024-02-01'"))
          .containsExactly("2");
    }
  }

  private void write(String folders, String query) throws Exception {
    lake.copy(query, folder.resolve("files").resolve(folders).resolve("part.parquet"));
  }

  private RegistrationBuilder registration() {
    return Registration.builder()
        .source(folder.resolve("files"))
        .quiet(Duration.ZERO)
        .warehouse(folder.resolve("warehouse"))
        .table("t");
  }
}

package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.ProviderContext;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.SqlQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.ZoneId;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/** What the engine has within itself: it needs no network, and little memory. */
class OwnExtensionsIT extends EngineTest {

  @Test
  void timeZonesJsonAndParquetNeedNoDownload() {
    tables.add(
        TestTable.of(
            "t",
            new Schema(Types.NestedField.optional(1, "id", Types.LongType.get())),
            TestTables.write(file("t.parquet"), "SELECT 7::BIGINT AS id")));

    assertThat(value("SELECT (TIMESTAMPTZ '2024-07-01 12:00:00+02')::VARCHAR"))
        .hasToString("2024-07-01 10:00:00+00");
    assertThat(
            value("SELECT hour(timezone('Europe/Madrid', TIMESTAMPTZ '2024-07-01 12:00:00+00'))"))
        .isEqualTo(14L);
    assertThat(value("SELECT '{\"a\": [1, 2]}'::JSON ->> '$.a[1]'")).hasToString("2");
    assertThat(value("SELECT id FROM t")).isEqualTo(7L);
    assertThat(
            Results.rows(
                    engine.execute(
                        SqlQuery.of(
                            "SELECT (TIMESTAMPTZ '2024-07-01 12:00:00+00')::VARCHAR",
                            ZoneId.of("Europe/Madrid")),
                        tables,
                        allocator))
                .toString())
        .isEqualTo("[[2024-07-01 14:00:00+02]]");
  }

  @Test
  void extensionsAreNeitherLoadedNorInstalledByThemselves() throws Exception {
    try (DuckDbInstance instance =
            DuckDbInstance.open(
                DuckDbConfig.of(Map.of()), new InstanceKey(Set.of(), false), folder);
        Connection connection = instance.connect(UTC);
        Statement statement = connection.createStatement();
        ResultSet settings =
            statement.executeQuery(
                "SELECT current_setting('autoload_known_extensions'),"
                    + " current_setting('autoinstall_known_extensions')")) {
      assertThat(settings.next()).isTrue();
      assertThat(settings.getBoolean(1)).isFalse();
      assertThat(settings.getBoolean(2)).isFalse();
    }
  }

  @Test
  void whatIsNotInTheEngineIsRefusedAtOnce() {
    for (String sql :
        new String[] {
          "SELECT ST_Area('POINT(1 2)')", "SELECT stem('running', 'porter')", "SELECT nope('x')"
        }) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> rows(sql)).as(sql).isInstanceOf(IceRunnerException.class);
      assertThat(System.nanoTime() - start).isLessThan(5_000_000_000L);
    }
  }

  @Test
  void aSortThatDoesNotFitInMemoryGoesToDisk() throws Exception {
    Path spill = folder.resolve("spill");
    AtomicBoolean over = new AtomicBoolean();
    AtomicBoolean spilled = new AtomicBoolean();
    try (QueryEngine small =
        new DuckDbEngineProvider()
            .open(
                Map.of("memory-limit", "100MB", "threads", "1", "temp-directory", spill.toString()),
                new ProviderContext("icerunner", getClass().getClassLoader()))) {
      Thread watch = new Thread(() -> watch(spill, over, spilled));
      watch.start();
      long rows =
          Results.count(
              small.execute(
                  SqlQuery.of(
                      "SELECT i, repeat('x', 100) || hash(i) AS text FROM range(2000000) r(i)"
                          + " ORDER BY hash(i)",
                      UTC),
                  tables,
                  allocator));
      over.set(true);
      watch.join();
      assertThat(rows).isEqualTo(2_000_000);
      assertThat(spilled).isTrue();
      assertThat(allocator.getAllocatedMemory()).isZero();
    }
    assertThat(spill).isEmptyDirectory();
  }

  private static void watch(Path spill, AtomicBoolean over, AtomicBoolean spilled) {
    while (!over.get() && !spilled.get()) {
      try (Stream<Path> files = Files.walk(spill)) {
        spilled.set(files.anyMatch(Files::isRegularFile));
      } catch (IOException | java.io.UncheckedIOException e) {
        // A file has gone meanwhile.
      }
      LockSupport.parkNanos(5_000_000);
    }
  }
}

package io.icerunner.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalWarehouse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Changes that read what they write, many at once: each counts exactly once. */
class ParallelChangesIT {
  private static final TableIdentifier ID = TableIdentifier.of("default", "t");
  private static final int THREADS = 16;
  private static final int PROCESSES = 3;
  private static final int CHANGES = 20;

  @TempDir Path folder;

  @Test
  @Timeout(300)
  void aCounterInAPropertyIsExact() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    Path warehouse = folder.resolve("warehouse");
    SourceFiles source = new SourceFiles(folder.resolve("lake"));
    try (CatalogTables one = LocalWarehouse.open(warehouse);
        CatalogTables other = LocalWarehouse.open(warehouse)) {
      create(one);
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int writer = i;
        writers.add(threads.submit(() -> count(writer % 2 == 0 ? one : other, source, writer)));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }

      check(one, source, THREADS);
    } finally {
      threads.shutdown();
    }
  }

  private static void count(CatalogTables tables, SourceFiles source, int writer) {
    TableCommitter committer = new TableCommitter();
    Table table = tables.load(ID);
    for (int i = 0; i < CHANGES; i++) {
      DataFile file = source.describe(table, "tile=%d/year=%d/f.parquet".formatted(writer, i), 10);
      committer.change(
          table,
          base -> {
            int counted = Integer.parseInt(base.properties().get("counter"));
            assertThat(source.in(base)).hasSize(counted);
            return TableChange.builder()
                .add(List.of(file))
                .property("counter", "" + (counted + 1))
                .build();
          });
    }
  }

  /** Threads of one process take turns; processes really race. */
  @Test
  @Timeout(300)
  void aCounterOfManyProcessesIsExact() throws Exception {
    Path warehouse = folder.resolve("warehouse");
    SourceFiles source = new SourceFiles(folder.resolve("lake"));
    List<Process> writers = new ArrayList<>();
    try (CatalogTables tables = LocalWarehouse.open(warehouse)) {
      create(tables);
      for (int i = 0; i < PROCESSES; i++) {
        writers.add(start(warehouse, source.folder(), i));
      }
      for (Process writer : writers) {
        byte[] output = writer.getInputStream().readAllBytes();
        assertThat(writer.waitFor()).as(() -> new String(output, StandardCharsets.UTF_8)).isZero();
      }
      check(tables, source, PROCESSES);
    } finally {
      writers.forEach(Process::destroyForcibly);
    }
  }

  private static Process start(Path warehouse, Path lake, int writer) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-cp",
            System.getProperty("java.class.path"),
            Writer.class.getName(),
            warehouse.toString(),
            lake.toString(),
            "" + writer)
        .redirectErrorStream(true)
        .start();
  }

  private static void create(CatalogTables tables) {
    tables.createTable(
        ID,
        SourceFiles.SCHEMA,
        SourceFiles.SPEC,
        Map.of("commit.manifest.min-count-to-merge", "10", "counter", "0"));
  }

  private static void check(CatalogTables tables, SourceFiles source, int writers) {
    Table table = tables.load(ID);
    String changes = "" + writers * CHANGES;
    assertThat(table.properties()).containsEntry("counter", changes);
    assertThat(source.in(table)).hasSize(writers * CHANGES).doesNotHaveDuplicates();
    assertThat(table.currentSnapshot().summary()).containsEntry("total-data-files", changes);
    assertThat(table.snapshots()).hasSize(writers * CHANGES);
    assertThat(table.currentSnapshot().allManifests(table.io())).hasSizeLessThan(15);
  }

  /** Counts in a process of its own. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) {
      try (CatalogTables tables = LocalWarehouse.open(Path.of(arguments[0]))) {
        count(tables, new SourceFiles(Path.of(arguments[1])), Integer.parseInt(arguments[2]));
      }
    }
  }
}

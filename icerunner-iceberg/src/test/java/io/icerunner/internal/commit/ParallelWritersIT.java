package io.icerunner.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.catalog.LocalWarehouse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Many writers of one table lose nothing, whether they are threads or processes. */
class ParallelWritersIT {
  private static final TableIdentifier ID = TableIdentifier.of("default", "t");
  private static final int PROCESSES = 4;
  private static final int APPENDS_OF_A_PROCESS = 25;
  private static final int THREADS = 8;
  private static final int APPENDS_OF_A_THREAD = 20;

  @TempDir Path warehouse;

  @Test
  @Timeout(120)
  void threadsOfOneProcess() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try (CatalogTables tables = LocalWarehouse.open(warehouse)) {
      DataFile file = DuckDbFiles.range(tables.createTable(ID, DuckDbFiles.SCHEMA), 0, 10);
      TableCommitter committer = new TableCommitter();
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        writers.add(threads.submit(() -> append(tables, committer, file, APPENDS_OF_A_THREAD)));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      check(tables, THREADS * APPENDS_OF_A_THREAD);
    } finally {
      threads.shutdown();
    }
  }

  @Test
  @Timeout(120)
  void threadsWithATableEach() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(20);
    try (CatalogTables tables = LocalWarehouse.open(warehouse)) {
      DataFile file = DuckDbFiles.range(tables.createTable(ID, DuckDbFiles.SCHEMA), 0, 10);
      TableCommitter committer = new TableCommitter();
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        TableIdentifier id = TableIdentifier.of("default", "t" + i);
        writers.add(
            threads.submit(
                () -> {
                  Table table = tables.createTable(id, DuckDbFiles.SCHEMA);
                  committer.append(table, List.of(file), Map.of());
                  committer.append(table, List.of(file), Map.of());
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
      assertThat(tables.tables()).hasSize(21);
      tables
          .tables()
          .filter(id -> !id.equals(ID))
          .forEach(
              id ->
                  assertThat(tables.pinned(id).currentSnapshot().summary())
                      .containsEntry("total-records", "20"));
    } finally {
      threads.shutdown();
    }
  }

  @Test
  @Timeout(240)
  void processes() throws Exception {
    List<Process> writers = new ArrayList<>();
    try (CatalogTables tables = LocalWarehouse.open(warehouse)) {
      DataFile file = DuckDbFiles.range(tables.createTable(ID, DuckDbFiles.SCHEMA), 0, 10);
      for (int i = 0; i < PROCESSES; i++) {
        writers.add(start(Writer.class, file.location(), "" + file.fileSizeInBytes()));
      }
      await(writers);
      check(tables, PROCESSES * APPENDS_OF_A_PROCESS);
    } finally {
      writers.forEach(Process::destroyForcibly);
    }
  }

  @Test
  @Timeout(120)
  void processesThatOpenANewWarehouseAtOnce() throws Exception {
    List<Process> openers = new ArrayList<>();
    try {
      for (int i = 0; i < PROCESSES; i++) {
        openers.add(start(Opener.class));
      }
      await(openers);
    } finally {
      openers.forEach(Process::destroyForcibly);
    }
    try (CatalogTables tables = LocalWarehouse.open(warehouse)) {
      assertThat(tables.namespaces()).hasSize(1);
      assertThat(tables.tables()).hasSize(PROCESSES);
    }
  }

  private void check(CatalogTables tables, int appends) throws IOException {
    BaseTable table = tables.pinned(ID);
    Snapshot current = table.currentSnapshot();
    assertThat(current.sequenceNumber()).isEqualTo(appends);
    assertThat(current.summary())
        .containsEntry("total-data-files", "" + appends)
        .containsEntry("total-records", "" + 10 * appends);
    assertThat(table.snapshots()).hasSize(appends);
    checkHint(table);
    checkMetadataFiles(table);
  }

  private static void checkHint(BaseTable table) throws IOException {
    Path metadata = LocalPaths.toPath(table.location()).resolve("metadata");
    String hint = Files.readString(metadata.resolve("version-hint.text"));
    assertThat(metadata.resolve(hint + ".metadata.json"))
        .isEqualTo(LocalPaths.toPath(table.operations().current().metadataFileLocation()));
  }

  /** The current one, a hundred before, and nothing left by writers that lost a race. */
  private static void checkMetadataFiles(BaseTable table) throws IOException {
    try (Stream<Path> files = Files.list(LocalPaths.toPath(table.location()).resolve("metadata"))) {
      assertThat(files.filter(f -> f.toString().endsWith(".metadata.json")))
          .hasSizeLessThanOrEqualTo(101);
    }
  }

  private Process start(Class<?> main, String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(
        List.of(
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName(),
            warehouse.toString()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static void await(List<Process> processes) throws Exception {
    for (Process process : processes) {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(output).isZero();
    }
  }

  private static void append(
      CatalogTables tables, TableCommitter committer, DataFile file, int times) {
    for (int i = 0; i < times; i++) {
      Table table = tables.load(ID);
      DataFile next =
          DataFiles.builder(table.spec())
              .copy(file)
              .withPath(
                  file.location()
                      + "?"
                      + ProcessHandle.current().pid()
                      + "-"
                      + Thread.currentThread().getId()
                      + "-"
                      + i)
              .build();
      committer.append(table, List.of(next), Map.of());
    }
  }

  /** Appends in a process of its own. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) {
      try (CatalogTables tables = LocalWarehouse.open(Path.of(arguments[0]))) {
        DataFile file =
            DataFiles.builder(tables.load(ID).spec())
                .withPath(arguments[1])
                .withFileSizeInBytes(Long.parseLong(arguments[2]))
                .withRecordCount(10)
                .withFormat("parquet")
                .build();
        append(tables, new TableCommitter(), file, APPENDS_OF_A_PROCESS);
      }
    }
  }

  /** Opens the warehouse and creates a table, in a process of its own. */
  static final class Opener {
    private Opener() {}

    public static void main(String[] arguments) {
      try (CatalogTables tables = LocalWarehouse.open(Path.of(arguments[0]))) {
        tables.createTable(
            TableIdentifier.of("default", "t" + ProcessHandle.current().pid()), DuckDbFiles.SCHEMA);
      }
    }
  }
}

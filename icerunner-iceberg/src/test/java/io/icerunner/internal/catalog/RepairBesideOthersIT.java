package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.heal.MetadataReader;
import io.icerunner.internal.catalog.heal.RepairAction;
import io.icerunner.internal.catalog.heal.RepairEntry;
import io.icerunner.internal.catalog.heal.RepairReport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Healing while others create, change, drop and open. */
class RepairBesideOthersIT {
  private static final int WRITERS = 3;
  private static final int TABLES = 12;

  @TempDir Path folder;

  @Test
  @Timeout(240)
  void aRepairDisturbsNobody() throws Exception {
    HealedWarehouse warehouse = new HealedWarehouse(folder);
    warehouse.table(id(0, "first"), 1);
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 1);
    try {
      Future<Integer> repairs = threads.submit(() -> repairUntil(done));
      List<Future<Void>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        writers.add(threads.submit(writer(warehouse, i)));
      }
      for (Future<Void> writer : writers) {
        writer.get();
      }
      done.set(true);
      assertThat(repairs.get()).isPositive();
    } finally {
      done.set(true);
      threads.shutdown();
    }
    try (CatalogTables tables = warehouse.open()) {
      for (int writer = 0; writer < WRITERS; writer++) {
        for (int i = 0; i < TABLES; i++) {
          TableIdentifier id = id(writer, "t" + i);
          assertThat(HealedWarehouse.rows(tables, id)).as("%s", id).isEqualTo(expected(i));
        }
      }
    }
    assertThat(CatalogRepair.run(folder, true).isHealthy()).isTrue();
  }

  /** The whole purge happens after the table's metadata was read, before anything else is. */
  @Test
  void aTableThatIsPurgedWhileItIsLookedAtIsNoDamage() {
    HealedWarehouse warehouse = new HealedWarehouse(folder);
    Table table = warehouse.table(id(0, "purged"), 2);
    AtomicBoolean isPurged = new AtomicBoolean();
    MetadataReader reader =
        new MetadataReader(
            location -> {
              if (isPurged.compareAndSet(false, true)) {
                try (CatalogTables tables = warehouse.open()) {
                  tables.dropTable(id(0, "purged"), true);
                }
              }
              return CatalogRow.localPath(location);
            });
    Path metadata = LocalPaths.toPath(table.location()).resolve("metadata");
    List<RepairEntry> plan = new FolderRepair(folder, reader, List.of()).plan(List.of(metadata));
    assertThat(isPurged).isTrue();
    assertThat(plan).extracting(RepairEntry::action).containsExactly(RepairAction.LEFT);
  }

  private static long expected(int i) {
    return i % 3 == 0 ? 20 : -1;
  }

  private int repairUntil(AtomicBoolean done) {
    int repairs = 0;
    while (!done.get()) {
      RepairReport report = CatalogRepair.run(folder, false);
      assertThat(report.isHealthy()).as("%s", report).isTrue();
      repairs++;
    }
    return repairs;
  }

  /** Of three tables one stays, one is dropped, one is purged. */
  private static Callable<Void> writer(HealedWarehouse warehouse, int writer) {
    return () -> {
      try (CatalogTables tables = warehouse.open()) {
        tables.ensureNamespace(id(writer, "any").namespace());
        for (int i = 0; i < TABLES; i++) {
          TableIdentifier id = id(writer, "t" + i);
          Table table = tables.createTable(id, HealedWarehouse.SCHEMA);
          HealedWarehouse.append(table);
          HealedWarehouse.append(table);
          if (i % 3 != 0) {
            tables.dropTable(id, i % 3 == 2);
          }
        }
      }
      return null;
    };
  }

  private static TableIdentifier id(int writer, String name) {
    return TableIdentifier.of("ns" + writer, name);
  }

  @Test
  @Timeout(120)
  void processesOpenALostWarehouseAtOnce() throws Exception {
    HealedWarehouse warehouse = new HealedWarehouse(folder);
    for (int i = 0; i < 20; i++) {
      warehouse.table(id(i % 4, "t" + i), 2);
    }
    warehouse.loseDatabase();
    List<Process> openers = new ArrayList<>();
    try {
      for (int i = 0; i < 3; i++) {
        openers.add(start());
      }
      for (Process opener : openers) {
        String output = new String(opener.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(opener.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(opener.exitValue()).as(output).isZero();
      }
    } finally {
      openers.forEach(Process::destroyForcibly);
    }
    try (CatalogTables tables = warehouse.open()) {
      assertThat(tables.tables()).hasSize(20);
      assertThat(HealedWarehouse.rows(tables, id(0, "t0"))).isEqualTo(20 + 3 * 10);
    }
  }

  private Process start() throws Exception {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "-cp",
            System.getProperty("java.class.path"),
            Opener.class.getName(),
            folder.toString())
        .redirectErrorStream(true)
        .start();
  }

  /** Opens the warehouse and appends to a table, in a process of its own. */
  static final class Opener {
    private Opener() {}

    public static void main(String[] arguments) {
      try (CatalogTables tables = LocalWarehouse.open(Path.of(arguments[0]))) {
        if (tables.tables().count() != 20) {
          throw new AssertionError("not all tables are there");
        }
        HealedWarehouse.append(tables.load(id(0, "t0")));
      }
    }
  }
}

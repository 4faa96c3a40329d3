package io.icerunner.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalWarehouse;
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
      one.createTable(
          ID,
          SourceFiles.SCHEMA,
          SourceFiles.SPEC,
          Map.of("commit.manifest.min-count-to-merge", "10", "counter", "0"));
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        int writer = i;
        writers.add(threads.submit(() -> count(writer % 2 == 0 ? one : other, source, writer)));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }

      Table table = one.load(ID);
      assertThat(table.properties()).containsEntry("counter", "" + THREADS * CHANGES);
      List<String> files = source.in(table);
      assertThat(files).hasSize(THREADS * CHANGES).doesNotHaveDuplicates();
      assertThat(table.currentSnapshot().summary())
          .containsEntry("total-data-files", "" + THREADS * CHANGES)
          .containsEntry("total-records", "" + 10 * THREADS * CHANGES);
      assertThat(table.currentSnapshot().allManifests(table.io())).hasSizeLessThan(15);
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
}

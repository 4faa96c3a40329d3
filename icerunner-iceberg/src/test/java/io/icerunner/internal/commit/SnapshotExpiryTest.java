package io.icerunner.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.catalog.LocalWarehouse;
import io.icerunner.internal.commit.SnapshotExpiry.Retention;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotExpiryTest {
  private static final TableIdentifier ID = TableIdentifier.of("default", "t");
  private static final Retention TWO = new Retention(0, 2, 1_000);

  @TempDir Path folder;
  private CatalogTables tables;

  @BeforeEach
  void open() {
    tables = LocalWarehouse.open(folder);
    tables.createTable(ID, DuckDbFiles.SCHEMA);
  }

  @AfterEach
  void close() {
    tables.close();
  }

  @Test
  void filesOfReplacedRowsGoWithTheirSnapshots() {
    replace(5);

    assertThat(expire(TWO, 1)).isEqualTo(3);
    assertThat(snapshots()).hasSize(2);
    // A file goes with the snapshot that removed it.
    assertThat(dataFiles()).hasSize(3);
    assertThat(DuckDbFiles.rows(tables.load(ID))).containsExactly(4L);
  }

  @Test
  void rowsThatWereAppendedStay() {
    for (long i = 0; i < 5; i++) {
      Table table = tables.load(ID);
      new TableCommitter().append(table, List.of(DuckDbFiles.range(table, i, i + 1)), Map.of());
    }

    assertThat(expire(TWO, 1)).isEqualTo(3);
    assertThat(DuckDbFiles.rows(tables.load(ID))).containsExactly(0L, 1L, 2L, 3L, 4L);
  }

  @Test
  void fewOldSnapshotsAreNotWorthACommit() {
    replace(5);

    assertThat(expire(TWO, 4)).isZero();
    assertThat(snapshots()).hasSize(5);
  }

  @Test
  void youngSnapshotsStayUntilThereAreTooMany() {
    replace(5);

    assertThat(expire(new Retention(600_000, 1, 1_000), 1)).isZero();
    assertThat(expire(new Retention(600_000, 1, 3), 1)).isEqualTo(2);
    assertThat(snapshots()).hasSize(3);
  }

  @Test
  void theTablesPropertiesCanAskForMore() {
    replace(5);
    set("history.expire.min-snapshots-to-keep", "4");
    assertThat(expire(TWO, 1)).isEqualTo(1);
    set("history.expire.max-snapshot-age-ms", "600000");
    assertThat(expire(TWO, 1)).isZero();
    set("gc.enabled", "false");
    assertThat(expire(TWO, 1)).isZero();
    assertThat(snapshots()).hasSize(4);
  }

  @Test
  void whatATagNeedsStays() {
    replace(5);
    long first = snapshots().get(0);
    tables.load(ID).manageSnapshots().createTag("kept", first).commit();

    expire(TWO, 1);

    assertThat(snapshots()).hasSize(3).contains(first);
    Table table = tables.load(ID);
    table
        .newScan()
        .useRef("kept")
        .planFiles()
        .forEach(task -> assertThat(LocalPaths.toPath(task.file().location())).exists());
  }

  private int expire(Retention retention, int due) {
    return new SnapshotExpiry(retention).run(tables.load(ID), due);
  }

  private void set(String name, String value) {
    tables.load(ID).updateProperties().set(name, value).commit();
  }

  /** So many snapshots; the row of each is its number. */
  private void replace(int times) {
    for (long i = 0; i < times; i++) {
      Table table = tables.load(ID);
      new TableCommitter().replaceAll(table, List.of(DuckDbFiles.range(table, i, i + 1)), Map.of());
    }
  }

  private List<Long> snapshots() {
    List<Long> ids = new ArrayList<>();
    tables.load(ID).snapshots().forEach((Snapshot snapshot) -> ids.add(snapshot.snapshotId()));
    return ids;
  }

  private List<Path> dataFiles() {
    Path data = LocalPaths.toPath(tables.load(ID).location()).resolve("data");
    try (Stream<Path> files = Files.list(data)) {
      return files.toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}

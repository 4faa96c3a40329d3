package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What opening a warehouse and loading a table heal by themselves, and what they leave. */
class CatalogHealingTest {
  private static final TableIdentifier EVENTS = TableIdentifier.of("default", "events");
  private static final TableIdentifier DEEP = TableIdentifier.of("a", "b", "deep");

  @TempDir Path folder;
  private HealedWarehouse warehouse;

  @BeforeEach
  void fill() {
    warehouse = new HealedWarehouse(folder);
    warehouse.table(EVENTS, 3);
    warehouse.table(DEEP, 1);
  }

  @Test
  void aLostCatalogFileIsMadeAgainWithAllTables() {
    warehouse.loseDatabase();
    try (CatalogTables tables = warehouse.open()) {
      assertThat(tables.tables()).containsExactly(DEEP, EVENTS);
      assertThat(HealedWarehouse.rows(tables, EVENTS)).isEqualTo(30);
      assertThat(HealedWarehouse.rows(tables, DEEP)).isEqualTo(10);
      assertThat(tables.namespaceExists(Namespace.of("default"))).isTrue();
      HealedWarehouse.append(tables.load(EVENTS));
      assertThat(HealedWarehouse.rows(tables, EVENTS)).isEqualTo(40);
    }
  }

  @Test
  void anEmptyCatalogFileIsFilled() throws IOException {
    warehouse.loseDatabase();
    Files.createFile(warehouse.database());
    assertThat(warehouse.rows(EVENTS)).isEqualTo(30);
  }

  @Test
  void aCatalogFileWithoutRowsIsFilled() {
    warehouse.execute("DELETE FROM iceberg_tables");
    warehouse.execute("DELETE FROM iceberg_namespace_properties");
    assertThat(warehouse.rows(EVENTS)).isEqualTo(30);
  }

  @Test
  void aDamagedCatalogFileIsToldWithTheRemedy() throws IOException {
    warehouse.loseDatabase();
    Files.writeString(
        warehouse.database(), "no database, but long enough to look like one ".repeat(99));
    assertThatThrownBy(() -> warehouse.open())
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("pyiceberg_catalog.db is damaged")
        .hasMessageContaining("icerunner repair -w " + folder);
  }

  @Test
  void aDroppedTableStaysDropped() {
    try (CatalogTables tables = warehouse.open()) {
      tables.dropTable(EVENTS, false);
    }
    assertThat(warehouse.rows(EVENTS)).isEqualTo(-1);
    warehouse.loseDatabase();
    assertThat(warehouse.rows(EVENTS)).isEqualTo(-1);
    assertThat(warehouse.rows(DEEP)).isEqualTo(10);
    assertThat(folder.resolve("default/events/metadata")).isNotEmptyDirectory();
  }

  @Test
  void theLastTableThatWasDroppedByOthersIsNotFoundAgain() {
    warehouse.execute("DELETE FROM iceberg_tables");
    assertThat(warehouse.rows(EVENTS)).isEqualTo(-1);
  }

  @Test
  void aDroppedTableThatWasRegisteredAgainIsFoundAgain() {
    Path metadata = warehouse.metadataFile(EVENTS);
    try (CatalogTables tables = warehouse.open()) {
      tables.dropTable(EVENTS, false);
      tables.catalog().registerTable(EVENTS, LocalPaths.toLocation(metadata));
    }
    warehouse.loseDatabase();
    assertThat(warehouse.rows(EVENTS)).isEqualTo(30);
  }

  @Test
  void aRenamedTableAndItsSuccessorKeepTheirNames() {
    TableIdentifier renamed = TableIdentifier.of("default", "old");
    try (CatalogTables tables = warehouse.open()) {
      tables.renameTable(EVENTS, renamed);
      HealedWarehouse.append(tables.createTable(EVENTS, HealedWarehouse.SCHEMA));
    }
    warehouse.loseDatabase();
    assertThat(warehouse.rows(renamed)).isEqualTo(30);
    assertThat(warehouse.rows(EVENTS)).isEqualTo(10);
  }

  @Test
  void theSuccessorOfADroppedTableHasTheName() {
    try (CatalogTables tables = warehouse.open()) {
      tables.dropTable(EVENTS, false);
      HealedWarehouse.append(tables.createTable(EVENTS, HealedWarehouse.SCHEMA));
    }
    warehouse.loseDatabase();
    assertThat(warehouse.rows(EVENTS)).isEqualTo(10);
    assertThat(warehouse.metadataFile(EVENTS).toString()).contains("/default/events-");
  }

  @Test
  void aPurgedTableLeavesNothingToFind() {
    try (CatalogTables tables = warehouse.open()) {
      tables.renameTable(EVENTS, TableIdentifier.of("default", "old"));
      tables.dropTable(TableIdentifier.of("default", "old"), true);
    }
    assertThat(folder.resolve("default/events")).doesNotExist();
  }

  @Test
  @Timeout(60)
  void manyOpenALostWarehouseAtOnce() throws Exception {
    warehouse.loseDatabase();
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<Long>> rows =
          IntStream.range(0, 6)
              .mapToObj(i -> threads.submit(() -> warehouse.rows(EVENTS)))
              .toList();
      for (Future<Long> each : rows) {
        assertThat(each.get()).isEqualTo(30);
      }
    } finally {
      threads.shutdown();
    }
    try (CatalogTables tables = warehouse.open()) {
      assertThat(tables.tables()).containsExactly(DEEP, EVENTS);
    }
  }

  @Test
  @Timeout(60)
  void aTableWhoseMetadataFileIsDamagedFallsBackWhenItIsLoaded() throws IOException {
    Path damaged = warehouse.metadataFile(EVENTS);
    HealedWarehouse.truncate(damaged);

    try (CatalogTables tables = warehouse.open()) {
      Table table = tables.load(EVENTS);
      assertThat(HealedWarehouse.rows(tables, EVENTS)).isEqualTo(20);
      HealedWarehouse.append(table);
      HealedWarehouse.append(table);
      assertThat(HealedWarehouse.rows(tables, EVENTS)).isEqualTo(40);
    }
    assertThat(damaged).exists();
    warehouse.loseDatabase();
    assertThat(warehouse.rows(EVENTS)).isEqualTo(40);
  }

  @Test
  void aTableWhoseMetadataFileIsMissingFallsBackWhenItIsRead() throws IOException {
    HealedWarehouse.delete(warehouse.metadataFile(EVENTS));
    try (CatalogTables tables = warehouse.open()) {
      assertThat(tables.pinned(EVENTS).currentSnapshot().summary())
          .containsEntry("total-records", "20");
    }
    assertThat(Files.readString(warehouse.hint(EVENTS)))
        .isEqualTo(
            warehouse.metadataFile(EVENTS).getFileName().toString().replace(".metadata.json", ""));
  }

  @Test
  void whenNothingCanTakeItsPlaceTheErrorNamesTheFileAndTheRemedy() throws IOException {
    Path metadata = warehouse.metadataFile(EVENTS);
    try (var files = Files.list(metadata.getParent())) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).toList()) {
        Files.writeString(file, "");
      }
    }
    try (CatalogTables tables = warehouse.open()) {
      assertThatThrownBy(() -> tables.load(EVENTS))
          .isInstanceOf(IceRunnerException.class)
          .hasMessageContaining("default.events")
          .hasMessageContaining(
              metadata.getFileName() + " cannot be used, it is damaged: it is empty")
          .hasMessageContaining("icerunner repair -w " + folder);
      HealedWarehouse.delete(metadata);
      assertThatThrownBy(() -> tables.load(EVENTS)).hasMessageContaining("it is missing");
      tables.dropTable(EVENTS, true);
      assertThat(tables.exists(EVENTS)).isFalse();
    }
  }

  @Test
  void aTableThatCannotBeReadAtTheMomentIsLeftAlone() throws IOException {
    Path metadata = warehouse.metadataFile(EVENTS);
    String text = Files.readString(metadata);
    Files.writeString(
        metadata,
        text.replace("\"format-version\" : 2", "\"format-version\" : 9")
            .replace("\"format-version\":2", "\"format-version\":9"));
    try (CatalogTables tables = warehouse.open()) {
      assertThatThrownBy(() -> tables.load(EVENTS)).hasMessageContaining("unsupported version 9");
    }
    Files.writeString(metadata, text);
    assertThat(warehouse.rows(EVENTS)).isEqualTo(30);
  }
}

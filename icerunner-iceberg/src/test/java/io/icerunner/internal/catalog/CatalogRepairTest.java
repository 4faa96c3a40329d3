package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.heal.RepairAction;
import io.icerunner.internal.catalog.heal.RepairEntry;
import io.icerunner.internal.catalog.heal.RepairReport;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.inmemory.InMemoryCatalog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a repair finds, does and leaves. */
class CatalogRepairTest {
  private static final TableIdentifier EVENTS = TableIdentifier.of("default", "events");
  private static final TableIdentifier OTHER = TableIdentifier.of("default", "other");

  @TempDir Path folder;
  private HealedWarehouse warehouse;

  @BeforeEach
  void fill() {
    warehouse = new HealedWarehouse(folder);
    warehouse.table(EVENTS, 3);
  }

  @Test
  void aHealthyWarehouseIsLeftAsItIs() throws IOException {
    Map<Path, String> before = files();
    RepairReport report = repair();
    assertThat(report.isHealthy()).isTrue();
    assertThat(report.notes()).isEmpty();
    assertThat(entry(report, EVENTS).action()).isEqualTo(RepairAction.UNTOUCHED);
    assertThat(entry(report, EVENTS).metadataLocation())
        .isEqualTo(LocalPaths.toLocation(warehouse.metadataFile(EVENTS)));
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void aDryRunOfALostCatalogMakesNoFile() throws IOException {
    warehouse.loseDatabase();
    Map<Path, String> before = files();
    RepairReport report = CatalogRepair.run(folder, true);
    assertThat(entry(report, EVENTS).action()).isEqualTo(RepairAction.REGISTERED);
    assertThat(report.notes()).singleElement().asString().contains("was missing or empty");
    assertThat(files()).isEqualTo(before);
    assertThat(repair().entries()).isEqualTo(report.entries());
    assertThat(warehouse.rows(EVENTS)).isEqualTo(30);
  }

  @Test
  void aDamagedCatalogFileIsKeptAsideAndItsRowsAreFoundAgain() throws IOException {
    warehouse.loseDatabase();
    Files.writeString(warehouse.database(), "garbage ".repeat(1000));
    assertThat(CatalogRepair.run(folder, true).notes().get(0)).contains("would be kept");
    RepairReport report = repair();
    assertThat(entry(report, EVENTS).action()).isEqualTo(RepairAction.REGISTERED);
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .anyMatch(name -> name.startsWith("pyiceberg_catalog.db.damaged-"));
    }
    assertThat(warehouse.rows(EVENTS)).isEqualTo(30);
  }

  @Test
  void aTruncatedCatalogFileIsHealed() throws IOException {
    for (int i = 0; i < 60; i++) {
      warehouse.table(TableIdentifier.of("many", "t" + i), 0);
    }
    byte[] whole = warehouse.saveDatabase();
    warehouse.restoreDatabase(java.util.Arrays.copyOf(whole, whole.length / 2));
    RepairReport report = repair();
    assertThat(report.isHealthy()).isTrue();
    assertThat(report.entries()).hasSize(61);
    assertThat(report.notes()).anyMatch(note -> note.contains("was damaged"));
    assertThat(warehouse.rows(EVENTS)).isEqualTo(30);
  }

  @Test
  void aRowThatWasRestoredFromABackupIsMovedOn() throws IOException {
    byte[] backup = warehouse.saveDatabase();
    Path old = warehouse.metadataFile(EVENTS);
    warehouse.append(EVENTS);
    warehouse.append(EVENTS);
    Path newest = warehouse.metadataFile(EVENTS);
    warehouse.restoreDatabase(backup);
    assertThat(warehouse.rows(EVENTS)).as("opening moves nothing").isEqualTo(30);

    RepairReport report = repair();

    RepairEntry entry = entry(report, EVENTS);
    assertThat(entry.action()).isEqualTo(RepairAction.ADVANCED);
    assertThat(entry.metadataLocation()).isEqualTo(LocalPaths.toLocation(newest));
    assertThat(entry.reason()).contains(old.getFileName().toString());
    assertThat(warehouse.rows(EVENTS)).isEqualTo(50);
  }

  @Test
  void aStaleRowIsMovedOnWithoutAHintWhenALaterVersionHasASuccessor() throws IOException {
    byte[] backup = warehouse.saveDatabase();
    warehouse.append(EVENTS);
    warehouse.append(EVENTS);
    Files.delete(warehouse.hint(EVENTS));
    warehouse.restoreDatabase(backup);
    assertThat(entry(repair(), EVENTS).action()).isEqualTo(RepairAction.ADVANCED);
    assertThat(warehouse.rows(EVENTS)).isEqualTo(50);
  }

  @Test
  void aRowOlderThanAllThatIsLeftIsMovedOn() throws IOException {
    byte[] backup = warehouse.saveDatabase();
    Path old = warehouse.metadataFile(EVENTS);
    try (CatalogTables tables = warehouse.open()) {
      Table table = tables.load(EVENTS);
      table.updateProperties().set("write.metadata.previous-versions-max", "2").commit();
      for (int i = 0; i < 5; i++) {
        HealedWarehouse.append(table);
      }
    }
    assertThat(old).doesNotExist();
    Files.delete(warehouse.hint(EVENTS));
    warehouse.restoreDatabase(backup);
    assertThat(entry(repair(), EVENTS).action()).isEqualTo(RepairAction.ADVANCED);
    assertThat(warehouse.rows(EVENTS)).isEqualTo(80);
  }

  @Test
  void anAttemptThatNoCommitIsKnownOfNeverMovesALiveRow() throws IOException {
    Path current = warehouse.metadataFile(EVENTS);
    Path orphan = HealedWarehouse.writeUncommitted(current);
    RepairEntry entry = entry(repair(), EVENTS);
    assertThat(entry.action()).isEqualTo(RepairAction.UNTOUCHED);

    Files.delete(warehouse.hint(EVENTS));
    entry = entry(repair(), EVENTS);
    assertThat(entry.action()).isEqualTo(RepairAction.UNTOUCHED);
    assertThat(entry.reason()).contains(orphan.getFileName().toString());
    assertThat(warehouse.metadataFile(EVENTS)).isEqualTo(current);
    assertThat(warehouse.hint(EVENTS)).hasContent(stem(current));
  }

  @Test
  void anOlderHintIsBroughtUpToDate() throws IOException {
    Path before = warehouse.metadataFile(EVENTS);
    warehouse.append(EVENTS);
    Files.writeString(warehouse.hint(EVENTS), stem(before));
    assertThat(entry(CatalogRepair.run(folder, true), EVENTS).action())
        .isEqualTo(RepairAction.UNTOUCHED);
    assertThat(warehouse.hint(EVENTS)).hasContent(stem(before));
    assertThat(entry(repair(), EVENTS).action()).isEqualTo(RepairAction.UNTOUCHED);
    assertThat(warehouse.hint(EVENTS)).hasContent(stem(warehouse.metadataFile(EVENTS)));
  }

  @Test
  void anAttemptThatLostTheRaceIsNotRegistered() {
    Path before = warehouse.metadataFile(EVENTS);
    warehouse.append(EVENTS);
    Path winner = warehouse.metadataFile(EVENTS);
    HealedWarehouse.writeUncommitted(before);
    HealedWarehouse.writeUncommitted(before);

    warehouse.loseDatabase();
    assertThat(warehouse.metadataFile(EVENTS)).isEqualTo(winner);
  }

  @Test
  void anAttemptThatLostTheRaceIsNotRegisteredWithoutAHintEither() throws IOException {
    Path before = warehouse.metadataFile(EVENTS);
    warehouse.append(EVENTS);
    HealedWarehouse.writeUncommitted(before);
    warehouse.append(EVENTS);
    Path newest = warehouse.metadataFile(EVENTS);
    Files.delete(warehouse.hint(EVENTS));

    warehouse.loseDatabase();
    assertThat(warehouse.metadataFile(EVENTS)).isEqualTo(newest);
  }

  @Test
  void aSnapshotThatItsWriterCleanedUpIsNotRegistered() throws IOException {
    warehouse.append(EVENTS);
    Path newest = warehouse.metadataFile(EVENTS);
    Path list;
    try (CatalogTables tables = warehouse.open()) {
      list = LocalPaths.toPath(tables.load(EVENTS).currentSnapshot().manifestListLocation());
    }
    Files.delete(list);
    Files.delete(warehouse.hint(EVENTS));
    assertThat(entry(repair(), EVENTS).action()).isEqualTo(RepairAction.SKIPPED);
    assertThat(repair().isHealthy()).isFalse();

    warehouse.loseDatabase();
    Files.deleteIfExists(newest.resolveSibling("version-hint.text"));
    assertThat(warehouse.rows(EVENTS)).isEqualTo(30);
  }

  @Test
  void aCommitOfAnotherProgramAfterTheHintIsNotLost() throws IOException {
    String hint = Files.readString(warehouse.hint(EVENTS));
    warehouse.append(EVENTS);
    Files.writeString(warehouse.hint(EVENTS), hint);
    warehouse.loseDatabase();
    assertThat(warehouse.rows(EVENTS)).isEqualTo(40);
    assertThat(warehouse.hint(EVENTS)).hasContent(stem(warehouse.metadataFile(EVENTS)));
  }

  @Test
  void ofALostCatalogADamagedNewestFileFallsBack() throws IOException {
    HealedWarehouse.truncate(warehouse.metadataFile(EVENTS));
    warehouse.loseDatabase();
    RepairEntry entry = entry(repair(), EVENTS);
    assertThat(entry.action()).isEqualTo(RepairAction.FELL_BACK);
    assertThat(entry.reason()).contains("it is damaged");
    assertThat(warehouse.rows(EVENTS)).isEqualTo(20);
  }

  @Test
  void aHalfWrittenAttemptAfterTheLastCommitIsPassedOver() throws IOException {
    Path current = warehouse.metadataFile(EVENTS);
    Path attempt = HealedWarehouse.writeUncommitted(current);
    HealedWarehouse.truncate(attempt);
    warehouse.loseDatabase();
    RepairEntry entry = entry(repair(), EVENTS);
    assertThat(entry.action()).isEqualTo(RepairAction.REGISTERED);
    assertThat(entry.reason()).contains(attempt.getFileName().toString());
    assertThat(warehouse.metadataFile(EVENTS)).isEqualTo(current);
  }

  @Test
  void theAttemptBesideADamagedVersionDoesNotTakeItsPlace() throws IOException {
    Path before = warehouse.metadataFile(EVENTS);
    warehouse.append(EVENTS);
    Path damaged = warehouse.metadataFile(EVENTS);
    HealedWarehouse.writeUncommitted(before);
    Files.writeString(damaged, "\0".repeat(1000));

    RepairEntry entry = entry(repair(), EVENTS);
    assertThat(entry.action()).isEqualTo(RepairAction.FELL_BACK);
    assertThat(warehouse.metadataFile(EVENTS)).isEqualTo(before);
    assertThat(damaged).exists();
  }

  @Test
  void aTableThatFellBackGoesOnWhenWhatItFellBackFromIsThereAgain() throws IOException {
    Path newest = warehouse.metadataFile(EVENTS);
    Path away = newest.resolveSibling("away");
    Files.move(newest, away);
    assertThat(warehouse.rows(EVENTS)).isEqualTo(20);
    Files.move(away, newest);
    assertThat(warehouse.rows(EVENTS)).isEqualTo(20);

    RepairEntry entry = entry(repair(), EVENTS);

    assertThat(entry.action()).isEqualTo(RepairAction.ADVANCED);
    assertThat(entry.reason()).contains("fell back");
    assertThat(warehouse.metadataFile(EVENTS)).isEqualTo(newest);
    assertThat(entry(repair(), EVENTS).action()).isEqualTo(RepairAction.UNTOUCHED);
  }

  @Test
  void aBareFolderIsTakenOverAndFoundAgainAfterCommits() throws IOException {
    Path metadata = Files.createDirectories(folder.resolve("ns/bare/metadata"));
    TableMetadata first =
        TableMetadata.newTableMetadata(
            HealedWarehouse.SCHEMA,
            PartitionSpec.unpartitioned(),
            LocalPaths.toLocation(folder.resolve("ns/bare")),
            Map.of("format-version", "2"));
    Path v1 = metadata.resolve("v1.metadata.json");
    TableMetadataParser.write(first, new LocalFileIO().newOutputFile(LocalPaths.toLocation(v1)));
    Files.move(HealedWarehouse.writeUncommitted(v1, "00000"), metadata.resolve("v2.metadata.json"));
    Files.writeString(metadata.resolve("version-hint.text"), "2");
    TableIdentifier bare = TableIdentifier.of("ns", "bare");

    assertThat(entry(repair(), bare).metadataLocation()).endsWith("/v2.metadata.json");
    assertThat(metadata.resolve("version-hint.text")).hasContent("2");
    warehouse.append(bare);
    warehouse.append(bare);
    Path newest = warehouse.metadataFile(bare);
    assertThat(newest.getFileName().toString()).startsWith("00001-");
    warehouse.loseDatabase();
    assertThat(warehouse.metadataFile(bare)).isEqualTo(newest);
    HealedWarehouse.truncate(newest);
    assertThat(warehouse.rows(bare)).isEqualTo(10);
  }

  @Test
  void aCopyOfATableIsLeft() throws IOException {
    Path copy = Files.createDirectories(folder.resolve("default/backup/metadata"));
    try (Stream<Path> files = Files.list(folder.resolve("default/events/metadata"))) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName()));
      }
    }
    RepairReport report = repair();
    assertThat(report.isHealthy()).isTrue();
    RepairEntry entry = entry(report, TableIdentifier.of("default", "backup"));
    assertThat(entry.action()).isEqualTo(RepairAction.LEFT);
    assertThat(entry.reason()).contains("is a copy; its table lies at file://" + folder);
  }

  @Test
  void aDryRunOfAFileWithoutACatalogFindsAll() {
    warehouse.loseDatabase();
    warehouse.execute("CREATE TABLE something (else_ TEXT)");
    assertThat(entry(CatalogRepair.run(folder, true), EVENTS).action())
        .isEqualTo(RepairAction.REGISTERED);
  }

  @Test
  void whoRegisteredAnOlderVersionKeepsIt() {
    Path older = warehouse.metadataFile(EVENTS);
    warehouse.append(EVENTS);
    warehouse.append(EVENTS);
    try (CatalogTables tables = warehouse.open()) {
      tables.dropTable(EVENTS, false);
      tables.catalog().registerTable(EVENTS, LocalPaths.toLocation(older));
    }
    assertThat(entry(repair(), EVENTS).action()).isEqualTo(RepairAction.UNTOUCHED);
    assertThat(warehouse.rows(EVENTS)).isEqualTo(30);
    warehouse.append(EVENTS);
    assertThat(entry(repair(), EVENTS).action()).isEqualTo(RepairAction.UNTOUCHED);
    assertThat(warehouse.rows(EVENTS)).isEqualTo(40);
  }

  @Test
  void commitsOfOthersThatARestoredFileDoesNotKnowAreFoundBesideAnOldHint() throws IOException {
    byte[] backup = warehouse.saveDatabase();
    String hint = Files.readString(warehouse.hint(EVENTS));
    warehouse.append(EVENTS);
    warehouse.append(EVENTS);
    Files.writeString(warehouse.hint(EVENTS), hint);
    warehouse.restoreDatabase(backup);
    assertThat(entry(repair(), EVENTS).action()).isEqualTo(RepairAction.ADVANCED);
    assertThat(warehouse.rows(EVENTS)).isEqualTo(50);
  }

  @Test
  void compressedMetadataIsFound() {
    try (CatalogTables tables = warehouse.open()) {
      Table table =
          tables.createTable(
              OTHER,
              HealedWarehouse.SCHEMA,
              PartitionSpec.unpartitioned(),
              Map.of("write.metadata.compression-codec", "gzip"));
      HealedWarehouse.append(table);
    }
    Path file = warehouse.metadataFile(OTHER);
    assertThat(file.toString()).endsWith(".gz.metadata.json");
    warehouse.loseDatabase();
    assertThat(warehouse.rows(OTHER)).isEqualTo(10);
    assertThat(warehouse.metadataFile(OTHER)).isEqualTo(file);
  }

  @Test
  void tornCompressedMetadataFallsBack() throws IOException {
    Path whole = warehouse.metadataFile(EVENTS);
    Path next = HealedWarehouse.writeUncommitted(whole);
    Path torn = next.resolveSibling("00099-" + UUID.randomUUID() + ".metadata.json.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(torn))) {
      out.write(Files.readAllBytes(next));
    }
    byte[] bytes = Files.readAllBytes(torn);
    Files.write(torn, java.util.Arrays.copyOf(bytes, bytes.length - 20));
    Files.delete(next);
    warehouse.loseDatabase();
    assertThat(entry(repair(), EVENTS).reason()).contains(torn.getFileName().toString());
    assertThat(warehouse.metadataFile(EVENTS)).isEqualTo(whole);
  }

  @Test
  void foldersOfOtherProgramsAreNamedByTheirPlace() throws IOException {
    createAt(TableIdentifier.of("x", "1"), "hive.db/orders");
    createAt(TableIdentifier.of("x", "2"), "a.b/c");
    createAt(TableIdentifier.of("x", "3"), "bare");
    warehouse.loseDatabase();
    HealedWarehouse.delete(folder.resolve("hive.db/orders/metadata/icerunner-table.json"));
    HealedWarehouse.delete(folder.resolve("a.b/c/metadata/icerunner-table.json"));
    HealedWarehouse.delete(folder.resolve("bare/metadata/icerunner-table.json"));
    try (CatalogTables tables = warehouse.open()) {
      assertThat(tables.tables())
          .containsExactly(
              TableIdentifier.of("a", "b", "c"),
              TableIdentifier.of("default", "bare"),
              EVENTS,
              TableIdentifier.of("hive", "orders"));
    }
  }

  @Test
  void aTableThatIsElsewhereKeepsItsRowAndIsNotFoundWithoutOne() {
    Path elsewhere = folder.resolveSibling("elsewhere-" + UUID.randomUUID());
    createAt(OTHER, elsewhere.toString());
    assertThat(entry(repair(), OTHER).action()).isEqualTo(RepairAction.UNTOUCHED);
    warehouse.loseDatabase();
    assertThat(warehouse.rows(OTHER)).isEqualTo(-1);
    new LocalFileIO().deletePrefix(elsewhere.toString());
  }

  @Test
  void aTableWithItsMetadataInAnotherFolderFallsBackThere() throws IOException {
    Path other = folder.resolve("kept-apart");
    try (CatalogTables tables = warehouse.open()) {
      Table table =
          tables.createTable(
              OTHER,
              HealedWarehouse.SCHEMA,
              PartitionSpec.unpartitioned(),
              Map.of("write.metadata.path", other.toString()));
      HealedWarehouse.append(table);
      HealedWarehouse.append(table);
    }
    HealedWarehouse.truncate(warehouse.metadataFile(OTHER));
    assertThat(entry(repair(), OTHER).action()).isEqualTo(RepairAction.FELL_BACK);
    assertThat(warehouse.rows(OTHER)).isEqualTo(10);
  }

  @Test
  void aWarehouseThatWasMovedIsNotRegistered() throws IOException {
    Path moved = folder.resolveSibling("moved-" + UUID.randomUUID());
    warehouse.loseDatabase();
    Files.move(folder, moved);
    RepairReport report = CatalogRepair.run(moved, false);
    assertThat(entry(report, EVENTS).action()).isEqualTo(RepairAction.SKIPPED);
    assertThat(entry(report, EVENTS).reason()).contains("its table lies at file://" + folder);
    Files.createDirectories(folder);
    new LocalFileIO().deletePrefix(moved.toString());
  }

  @Test
  void aFolderThatTwoTablesUsedGivesTheLaterOne() throws IOException {
    Path first = folder.resolve("default/events/metadata");
    Path kept = folder.resolve("kept");
    Files.move(first, kept);
    warehouse.execute("DELETE FROM iceberg_tables");
    warehouse.table(EVENTS, 1);
    try (Stream<Path> files = Files.list(kept)) {
      for (Path file : files.toList()) {
        if (!file.endsWith("version-hint.text")) {
          Files.move(file, first.resolve(file.getFileName()));
        }
      }
    }
    assertThat(warehouse.rows(EVENTS)).isEqualTo(10);
    warehouse.loseDatabase();
    assertThat(warehouse.rows(EVENTS)).isEqualTo(10);

    HealedWarehouse.truncate(warehouse.metadataFile(EVENTS));
    assertThat(entry(repair(), EVENTS).action()).isEqualTo(RepairAction.FELL_BACK);
    assertThat(warehouse.rows(EVENTS)).isZero();
  }

  @Test
  void aTableDroppedByOthersComesBackByARepairOnly() {
    warehouse.execute("DELETE FROM iceberg_tables");
    assertThat(warehouse.rows(EVENTS)).isEqualTo(-1);
    assertThat(entry(repair(), EVENTS).action()).isEqualTo(RepairAction.REGISTERED);
    assertThat(warehouse.rows(EVENTS)).isEqualTo(30);
  }

  @Test
  void aTableDroppedHereIsLeftByARepairToo() {
    try (CatalogTables tables = warehouse.open()) {
      tables.dropTable(EVENTS, false);
    }
    RepairReport report = repair();
    assertThat(entry(report, EVENTS).action()).isEqualTo(RepairAction.LEFT);
    assertThat(report.isHealthy()).isTrue();
    assertThat(warehouse.rows(EVENTS)).isEqualTo(-1);
  }

  @Test
  void oneTableOfAnOpenCatalogIsRepaired() throws IOException {
    byte[] backup = warehouse.saveDatabase();
    warehouse.append(EVENTS);
    warehouse.append(EVENTS);
    warehouse.restoreDatabase(backup);
    try (CatalogTables tables = warehouse.open()) {
      assertThat(CatalogRepair.supports(tables.catalog())).isTrue();
      assertThat(CatalogRepair.run(tables.catalog(), EVENTS, true).orElseThrow().action())
          .isEqualTo(RepairAction.ADVANCED);
      assertThat(HealedWarehouse.rows(tables, EVENTS)).isEqualTo(30);
      assertThat(CatalogRepair.run(tables.catalog(), EVENTS, false).orElseThrow().action())
          .isEqualTo(RepairAction.ADVANCED);
      assertThat(HealedWarehouse.rows(tables, EVENTS)).isEqualTo(50);
      assertThat(CatalogRepair.run(tables.catalog(), OTHER, false)).isEmpty();
      assertThat(entry(CatalogRepair.run(tables.catalog(), folder, false), EVENTS).action())
          .isEqualTo(RepairAction.UNTOUCHED);
    }
  }

  @Test
  void othersCatalogsAreRefused() {
    InMemoryCatalog catalog = new InMemoryCatalog();
    assertThat(CatalogRepair.supports(catalog)).isFalse();
    assertThatThrownBy(() -> CatalogRepair.run(catalog, folder, false))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("InMemoryCatalog");
  }

  private void createAt(TableIdentifier identifier, String place) {
    try (CatalogTables tables = warehouse.open()) {
      tables.ensureNamespace(identifier.namespace());
      tables
          .catalog()
          .buildTable(identifier, HealedWarehouse.SCHEMA)
          .withLocation(LocalPaths.toLocation(folder.resolve(place)))
          .create();
    }
  }

  private RepairReport repair() {
    return CatalogRepair.run(folder, false);
  }

  private static RepairEntry entry(RepairReport report, TableIdentifier table) {
    return report.entries().stream()
        .filter(entry -> entry.table().equals(table))
        .findFirst()
        .orElseThrow(() -> new AssertionError(table + " is not in " + report));
  }

  private static String stem(Path metadataFile) {
    return metadataFile.getFileName().toString().replace(".metadata.json", "");
  }

  private Map<Path, String> files() throws IOException {
    Map<Path, String> files = new HashMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (!file.getFileName().toString().startsWith("pyiceberg_catalog.db-")) {
          files.put(file, Files.getLastModifiedTime(file) + " " + Files.size(file));
        }
      }
    }
    return files;
  }
}

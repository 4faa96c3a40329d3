package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.heal.MetadataReader;
import java.nio.file.Path;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a repair must learn that is about to register a table which others drop. */
class TableNotesTest {
  private static final TableIdentifier ID = TableIdentifier.of("ns", "t");

  @TempDir Path folder;
  private HealedWarehouse warehouse;
  private String seen;

  @BeforeEach
  void lookAtATable() {
    warehouse = new HealedWarehouse(folder);
    seen = location(warehouse.table(ID, 1));
    assertThat(isGone(seen)).isFalse();
  }

  @Test
  void aTableIsGoneThatWasDroppedAtALaterVersion() {
    warehouse.append(ID);
    warehouse.append(ID);
    drop(false);
    assertThat(isGone(seen)).isTrue();
  }

  @Test
  void aTableIsGoneThatWasPurged() {
    drop(true);
    assertThat(isGone(seen)).isTrue();
  }

  @Test
  void aTableIsThereThatWentOnAfterItWasDropped() {
    drop(false);
    try (CatalogTables tables = warehouse.open()) {
      Table again = tables.catalog().registerTable(ID, seen);
      HealedWarehouse.append(again);
      HealedWarehouse.append(again);
      assertThat(isGone(location(again))).isFalse();
    }
  }

  @Test
  void aRowIsMadeOnlyIfItIsStillWanted() {
    drop(false);
    try (CatalogTables tables = warehouse.open()) {
      RepairTarget target = ((GuardedJdbcCatalog) tables.catalog()).repairTarget();
      assertThat(target.insert(ID, seen, () -> !isGone(seen))).isFalse();
      assertThat(target.row(ID)).isNull();
      assertThat(target.insert(ID, seen, () -> true)).isTrue();
      assertThat(target.insert(ID, seen, () -> true)).isFalse();
    }
  }

  private static boolean isGone(String location) {
    return TableNotes.isGone(location, new MetadataReader(CatalogRow::localPath));
  }

  private static String location(Table table) {
    return ((BaseTable) table).operations().current().metadataFileLocation();
  }

  private void drop(boolean purge) {
    try (CatalogTables tables = warehouse.open()) {
      tables.dropTable(ID, purge);
    }
  }
}

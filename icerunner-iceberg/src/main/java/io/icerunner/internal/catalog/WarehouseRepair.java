package io.icerunner.internal.catalog;

import io.icerunner.internal.catalog.heal.MetadataReader;
import io.icerunner.internal.catalog.heal.RepairAction;
import io.icerunner.internal.catalog.heal.RepairEntry;
import io.icerunner.internal.catalog.heal.RepairReport;
import io.icerunner.internal.catalog.heal.TableFolders;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Heals the catalog of a warehouse folder: the rows it has, and the tables it has none of. */
final class WarehouseRepair {
  private static final Logger LOG = LoggerFactory.getLogger(WarehouseRepair.class);

  private final RepairTarget target;
  private final Path warehouse;
  private final boolean dryRun;
  private final MetadataReader reader = new MetadataReader(CatalogRow::localPath);
  private final RowRepair rowRepair;

  /**
   * @param warehouse absolute
   * @param dryRun true to change nothing
   */
  WarehouseRepair(RepairTarget target, Path warehouse, boolean dryRun) {
    this.target = target;
    this.warehouse = warehouse;
    this.dryRun = dryRun;
    this.rowRepair = new RowRepair(target, reader, dryRun);
  }

  /** Looks at everything. */
  RepairReport run() {
    List<RepairEntry> entries = new ArrayList<>();
    List<CatalogRow> rows = target.rows();
    for (CatalogRow row : rows) {
      if (row.catalog().equals(target.catalogName())) {
        rowRepair.repair(row.identifier()).ifPresent(entries::add);
      }
    }
    TableFolders folders = TableFolders.below(warehouse);
    for (RepairEntry planned : planUnknown(rows, folders)) {
      entries.add(register(planned));
    }
    entries.sort(Comparator.comparing(entry -> entry.table().toString()));
    return new RepairReport(entries, notes(folders));
  }

  /** The tables of the folder, for a catalog that knows none of them. */
  List<RepairEntry> plan() {
    return planUnknown(List.of(), TableFolders.below(warehouse));
  }

  /** After a row was made: what reads the bare folder should see the same. */
  void registered(RepairEntry planned) {
    if (planned.action() == RepairAction.FELL_BACK) {
      LOG.warn("Table {} fell back: {}", planned.table(), planned.reason());
      @Nullable CatalogRow row = target.row(planned.table());
      if (row != null) {
        TableNotes.named(row);
      }
    }
    rowRepair.followHint(planned.table());
  }

  private List<RepairEntry> planUnknown(List<CatalogRow> rows, TableFolders folders) {
    Set<Path> known = new HashSet<>();
    for (CatalogRow row : rows) {
      @Nullable Path file = row.path();
      @Nullable Path folder = file == null ? null : file.getParent();
      if (folder != null) {
        known.add(real(folder));
      }
    }
    List<Path> unknown =
        folders.metadataFolders().stream().filter(folder -> !known.contains(real(folder))).toList();
    return new FolderRepair(warehouse, reader, ownRows(rows)).plan(unknown);
  }

  private List<CatalogRow> ownRows(List<CatalogRow> rows) {
    return rows.stream().filter(row -> row.catalog().equals(target.catalogName())).toList();
  }

  private RepairEntry register(RepairEntry planned) {
    @Nullable String location = planned.metadataLocation();
    if (location == null || dryRun) {
      return planned;
    }
    if (!target.insert(planned.table(), location, () -> !TableNotes.isGone(location, reader))) {
      return rowRepair.repair(planned.table()).orElseGet(() -> dropped(planned));
    }
    LOG.info(
        "Table {} was registered in the catalog with {}{}",
        planned.table(),
        location,
        planned.reason().isEmpty() ? "" : ": " + planned.reason());
    registered(planned);
    return planned;
  }

  private static RepairEntry dropped(RepairEntry planned) {
    return new RepairEntry(planned.table(), RepairAction.LEFT, null, "others just dropped it");
  }

  private static List<String> notes(TableFolders folders) {
    return folders.unreadable().stream()
        .map(folder -> "Cannot look into " + folder + ": tables in it are not found.")
        .toList();
  }

  private static Path real(Path folder) {
    try {
      return folder.toRealPath();
    } catch (IOException e) {
      return folder.toAbsolutePath().normalize();
    }
  }
}

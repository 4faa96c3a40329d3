package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.heal.MetadataReader;
import io.icerunner.internal.catalog.heal.RepairEntry;
import io.icerunner.internal.catalog.heal.RepairReport;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Heals the catalog of a local warehouse by what is on disk. A row that names a usable file which
 * nothing proves to be outdated stays; a row is moved only from the location that was looked at; no
 * file of a table is deleted or changed, but {@code version-hint.text} is brought up to date for
 * each table that is looked at.
 *
 * <p>Every method throws {@link IceRunnerException}. Safe beside other processes.
 */
public final class CatalogRepair {
  private CatalogRepair() {}

  /** Tells whether a catalog keeps its rows where they can be healed. */
  public static boolean supports(Catalog catalog) {
    return catalog instanceof GuardedJdbcCatalog;
  }

  /**
   * Looks at all rows and at all table folders of a warehouse. Folders without a row are
   * registered, unless the table was dropped through IceRunner.
   *
   * @param catalog open, of the provider {@code local}
   * @param dryRun true to change nothing and tell what would be done
   */
  public static RepairReport run(Catalog catalog, Path warehouse, boolean dryRun) {
    RepairTarget target = target(catalog);
    return translated(
        warehouse, () -> new WarehouseRepair(target, absolute(warehouse), dryRun).run());
  }

  /**
   * Looks at the row of one table and brings its hint up to date. A table that has no row is not
   * looked for: it may have been dropped.
   *
   * @return nothing if the catalog has no such table
   */
  public static Optional<RepairEntry> run(Catalog catalog, TableIdentifier table, boolean dryRun) {
    RepairTarget target = target(catalog);
    try {
      return new RowRepair(target, new MetadataReader(CatalogRow::localPath), dryRun).repair(table);
    } catch (RuntimeException e) {
      throw CatalogErrors.translate("repair table " + table, e);
    }
  }

  /**
   * Opens a warehouse folder, whatever state its catalog file is in, and looks at everything. A
   * damaged catalog file is kept under another name and its readable rows are taken over.
   */
  public static RepairReport run(Path warehouse, boolean dryRun) {
    Path folder = absolute(warehouse);
    return translated(folder, () -> new ClosedRepair(folder, dryRun).run());
  }

  static Path absolute(Path warehouse) {
    return WarehouseFolder.of(warehouse.toString());
  }

  private static RepairTarget target(Catalog catalog) {
    if (catalog instanceof GuardedJdbcCatalog local) {
      return local.repairTarget();
    }
    throw IceRunnerException.unsupported(
        "Cannot repair a catalog of %s: only that of a local warehouse can be repaired"
            .formatted(catalog.getClass().getSimpleName()));
  }

  private static RepairReport translated(Path warehouse, Supplier<RepairReport> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      throw CatalogErrors.translate("repair warehouse " + warehouse, e);
    }
  }
}

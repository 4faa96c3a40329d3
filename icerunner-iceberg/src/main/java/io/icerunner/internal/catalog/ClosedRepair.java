package io.icerunner.internal.catalog;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.heal.RepairReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Heals a warehouse that is not open, its catalog file included. */
final class ClosedRepair {
  private final Path folder;
  private final CatalogFile file;
  private final boolean dryRun;

  ClosedRepair(Path folder, boolean dryRun) {
    this.folder = folder;
    this.file = new CatalogFile(folder.resolve(LocalCatalogProvider.FILE_NAME));
    this.dryRun = dryRun;
  }

  RepairReport run() {
    if (!Files.isDirectory(folder)) {
      throw IceRunnerException.notFound(
          "Cannot repair warehouse %s: no such folder".formatted(folder));
    }
    boolean missing = !file.exists();
    if (!file.isDamaged()) {
      String name = missing ? KeptCatalogName.DEFAULT : KeptCatalogName.in(file.path());
      RepairReport report = dryRun ? look(name, file.rows()) : heal(name, List.of());
      return missing
          ? with(report, "The catalog file %s was missing or empty.".formatted(file.path()))
          : report;
    }
    List<CatalogRow> rows = stillThere(file.readableRows());
    String name = nameIn(rows);
    if (dryRun) {
      return with(
          look(name, rows),
          "The catalog file %s is damaged; it would be kept under another name."
              .formatted(file.path()));
    }
    Path aside = moveAside();
    return with(
        heal(name, rows),
        "The catalog file was damaged; it is kept as %s. Names of empty namespaces and properties of namespaces are lost."
            .formatted(aside));
  }

  private RepairReport look(String name, List<CatalogRow> rows) {
    return new WarehouseRepair(new RowsOnly(name, rows), folder, true).run();
  }

  private RepairReport heal(String name, List<CatalogRow> salvaged) {
    try (GuardedJdbcCatalog catalog =
        SqliteCatalogs.openLocal(name, file.path(), folder, Map.of(), SqliteCatalogs.Fresh.EMPTY)) {
      RepairTarget target = catalog.repairTarget();
      for (CatalogRow row : salvaged) {
        @Nullable String location = row.location();
        if (location != null && row.catalog().equals(name)) {
          target.insert(row.identifier(), location, () -> true);
        }
      }
      return new WarehouseRepair(target, folder, false).run();
    }
  }

  /** Rows of a damaged file whose metadata file exists, or is out of sight. */
  private static List<CatalogRow> stillThere(List<CatalogRow> rows) {
    List<CatalogRow> there = new ArrayList<>();
    for (CatalogRow row : rows) {
      @Nullable Path path = row.path();
      if (row.location() != null && (path == null || Files.exists(path))) {
        there.add(row);
      }
    }
    return there;
  }

  private static String nameIn(List<CatalogRow> rows) {
    Set<String> names = new TreeSet<>();
    rows.forEach(row -> names.add(row.catalog()));
    return names.size() == 1 ? names.iterator().next() : KeptCatalogName.DEFAULT;
  }

  private Path moveAside() {
    try {
      return file.moveAside();
    } catch (IOException e) {
      throw new IceRunnerException(
          ErrorCode.INTERNAL,
          "Cannot give the damaged catalog file %s another name: %s".formatted(file.path(), e),
          e);
    }
  }

  private static RepairReport with(RepairReport report, String note) {
    List<String> notes = new ArrayList<>();
    notes.add(note);
    notes.addAll(report.notes());
    return new RepairReport(report.entries(), notes);
  }
}

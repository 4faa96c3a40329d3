package io.icerunner.internal.catalog;

import io.icerunner.internal.catalog.heal.Finding;
import io.icerunner.internal.catalog.heal.MetadataFile;
import io.icerunner.internal.catalog.heal.MetadataFolder;
import io.icerunner.internal.catalog.heal.MetadataName;
import io.icerunner.internal.catalog.heal.MetadataReader;
import io.icerunner.internal.catalog.heal.RepairAction;
import io.icerunner.internal.catalog.heal.RepairEntry;
import io.icerunner.internal.catalog.heal.RowDiagnosis;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Heals tables that the catalog knows: a row that names an older, damaged or missing metadata file
 * is moved, and only from the location that was looked at. No file of a table is deleted or
 * changed, but the hint that names the current version.
 */
final class RowRepair {
  private static final Logger LOG = LoggerFactory.getLogger(RowRepair.class);
  private static final int MAX_ROUNDS = 5;

  private final RepairTarget target;
  private final MetadataReader reader;
  private final boolean dryRun;

  RowRepair(RepairTarget target, MetadataReader reader, boolean dryRun) {
    this.target = target;
    this.reader = reader;
    this.dryRun = dryRun;
  }

  /** Looks at the row of a table and heals it; nothing if there is none. */
  Optional<RepairEntry> repair(TableIdentifier table) {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      @Nullable CatalogRow row = target.row(table);
      if (row == null) {
        return Optional.empty();
      }
      @Nullable RepairEntry done = repair(row);
      if (done != null) {
        return Optional.of(done);
      }
    }
    return Optional.of(
        new RepairEntry(
            table, RepairAction.SKIPPED, null, "others keep changing it at the moment"));
  }

  /** Looks at a row as it was read; null if it has been changed since. */
  @Nullable RepairEntry repair(CatalogRow row) {
    @Nullable String location = row.location();
    if (location == null) {
      return entry(row, RepairAction.SKIPPED, null, "its row names no metadata file");
    }
    @Nullable Path file = row.path();
    @Nullable Path folder = file == null ? null : file.toAbsolutePath().getParent();
    if (folder == null) {
      return entry(
          row,
          RepairAction.UNTOUCHED,
          location,
          "its files are not on this machine, so not checked");
    }
    Finding finding = diagnosis(row, new MetadataFolder(folder, reader), location).find();
    return heal(row, location, finding);
  }

  private static RowDiagnosis diagnosis(CatalogRow row, MetadataFolder folder, String location) {
    @Nullable String previous = row.previous();
    boolean isBeside = previous != null && folderOf(previous).equals(folderOf(location));
    return new RowDiagnosis(
        folder,
        MetadataName.of(location),
        isBeside && previous != null ? MetadataName.of(previous) : null);
  }

  private @Nullable RepairEntry heal(CatalogRow row, String location, Finding finding) {
    @Nullable MetadataFile file = finding.file();
    if (!finding.isChange() || file == null) {
      if (finding.action() == RepairAction.SKIPPED && hasChanged(row)) {
        return null;
      }
      if (finding.action() == RepairAction.UNTOUCHED) {
        followHint(row.identifier());
      }
      return entry(row, finding.action(), location, finding.reason());
    }
    String next = folderOf(location) + file.name();
    if (!dryRun) {
      if (!target.update(row.identifier(), location, next)) {
        return null;
      }
      LOG.warn(
          "Table {} was set to {} in the catalog: {}", row.identifier(), next, finding.reason());
      followHint(row.identifier());
    }
    return entry(row, finding.action(), next, finding.reason());
  }

  /** Files vanish when others commit or drop. */
  private boolean hasChanged(CatalogRow row) {
    @Nullable CatalogRow now = target.row(row.identifier());
    return now == null || !Objects.equals(now.location(), row.location());
  }

  /** Brings the hint beside the table's metadata up to date. */
  void followHint(TableIdentifier table) {
    if (!dryRun) {
      VersionHint.follow(
          () -> {
            @Nullable CatalogRow now = target.row(table);
            return now == null ? null : now.location();
          });
    }
  }

  /** Everything before the file name. */
  private static String folderOf(String location) {
    return location.substring(0, location.length() - MetadataName.of(location).length());
  }

  private static RepairEntry entry(
      CatalogRow row, RepairAction action, @Nullable String location, String reason) {
    return new RepairEntry(row.identifier(), action, location, reason);
  }
}

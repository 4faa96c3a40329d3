package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.heal.MetadataFile;
import io.icerunner.internal.catalog.heal.MetadataReader;
import io.icerunner.internal.catalog.heal.RepairEntry;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.jdbc.UncheckedSQLException;
import org.jspecify.annotations.Nullable;

/**
 * What to do when the metadata file that a row names cannot be read. In a local warehouse, a row
 * whose file is missing or damaged is moved to the version that takes its place, if there is one;
 * else the error says what helps. Nothing is done about files that may be readable later.
 */
interface UnreadableMetadata {
  /** Leaves every failure as it is. */
  UnreadableMetadata IS_FATAL = (target, identifier, location, failure) -> false;

  /**
   * Tries to heal.
   *
   * @param location as the row named it
   * @param failure of reading it
   * @return true if the row names another file now; false if the failure stands as it is
   * @throws RuntimeException a clearer one, if the file is lost and nothing can take its place
   */
  boolean heal(
      RepairTarget target, TableIdentifier identifier, String location, RuntimeException failure);

  /** For a warehouse folder. */
  static UnreadableMetadata healedIn(Path warehouse) {
    MetadataReader reader = new MetadataReader(CatalogRow::localPath);
    return (target, identifier, location, failure) -> {
      @Nullable Path path = CatalogRow.localPath(location);
      if (path == null) {
        return false;
      }
      MetadataFile file = reader.read(path);
      if (!file.isLost()) {
        return false;
      }
      Optional<RepairEntry> entry;
      try {
        entry = new RowRepair(target, reader, false).repair(identifier);
      } catch (UncheckedSQLException e) {
        failure.addSuppressed(e);
        return false;
      }
      if (entry.isEmpty() || !location.equals(entry.get().metadataLocation())) {
        return true;
      }
      throw lost(identifier, file, location, warehouse, failure);
    };
  }

  private static RuntimeException lost(
      TableIdentifier identifier,
      MetadataFile file,
      String location,
      Path warehouse,
      RuntimeException failure) {
    String reason =
        "its metadata file %s cannot be used, %s, and no other version can take its place; icerunner repair -w %s tells more"
            .formatted(location, file.reason(), warehouse);
    return file.state() == MetadataFile.State.MISSING
        ? new NotFoundException(failure, "%s", reason)
        : IceRunnerException.internal(
            "Cannot read table %s: %s".formatted(identifier, reason), failure);
  }
}

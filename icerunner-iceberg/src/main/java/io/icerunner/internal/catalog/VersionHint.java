package io.icerunner.internal.catalog;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file {@code version-hint.text} next to a table's metadata files. It names the current one
 * without its {@code .metadata.json}, so that a reader which has no catalog, such as DuckDB's
 * iceberg extension, opens the bare folder of a table.
 *
 * <p>Each writer asks the catalog once more after writing: whoever writes last writes the newest.
 */
public final class VersionHint {
  private static final Logger LOG = LoggerFactory.getLogger(VersionHint.class);
  static final String FILE_NAME = "version-hint.text";
  private static final String METADATA_SUFFIX = ".metadata.json";
  private static final int MAX_ROUNDS = 16;

  private VersionHint() {}

  /** Brings the hint of a table up to date, whoever committed last. */
  public static void refresh(Table table) {
    if (table instanceof HasTableOperations operated) {
      follow(table.location(), operated.operations());
    }
  }

  /** Brings the hint up to date after a commit. A commit that took place never fails by this. */
  static void follow(String tableLocation, TableOperations operations) {
    if (!LocalPaths.isLocal(tableLocation)) {
      return;
    }
    try {
      @Nullable String written = null;
      for (int round = 0; round < MAX_ROUNDS; round++) {
        @Nullable TableMetadata current = operations.refresh();
        if (current == null || current.metadataFileLocation().equals(written)) {
          return;
        }
        written = current.metadataFileLocation();
        if (!LocalPaths.isLocal(written)) {
          return;
        }
        write(LocalPaths.toPath(written));
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("Cannot write {}: readers without a catalog see an older version", FILE_NAME, e);
    }
  }

  /** Removes the hint of a table whose files were deleted, and the folders that are empty then. */
  static void delete(Path tableFolder) {
    try {
      Files.deleteIfExists(tableFolder.resolve("metadata").resolve(FILE_NAME));
      Disk.deleteEmptyFolders(tableFolder);
    } catch (IOException e) {
      LOG.warn("Cannot tidy up the folder {} of a dropped table", tableFolder, e);
    }
  }

  private static void write(Path metadataFile) throws IOException {
    String name = metadataFile.getFileName().toString();
    if (!name.endsWith(METADATA_SUFFIX)) {
      return;
    }
    String hint = name.substring(0, name.length() - METADATA_SUFFIX.length());
    Path target = metadataFile.resolveSibling(FILE_NAME);
    Path fresh = metadataFile.resolveSibling("." + FILE_NAME + "-" + UUID.randomUUID());
    try {
      Files.writeString(fresh, hint);
      Files.move(
          fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }
}

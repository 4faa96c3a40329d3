package io.icerunner.internal.catalog;

import io.icerunner.internal.catalog.heal.MetadataFolder;
import io.icerunner.internal.catalog.heal.SmallFile;
import io.icerunner.internal.catalog.heal.TableNote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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
  static final String FILE_NAME = MetadataFolder.HINT;
  private static final String METADATA_SUFFIX = ".metadata.json";
  private static final int MAX_ROUNDS = 16;

  /** As in tables that live without a catalog; their hints are plain numbers. */
  private static final Pattern BARE_VERSION = Pattern.compile("^v(\\d+)$");

  private VersionHint() {}

  /** Brings the hint of a table up to date, whoever committed last. */
  public static void refresh(Table table) {
    if (table instanceof HasTableOperations operated) {
      follow(table.location(), operated.operations());
    }
  }

  /** Brings the hint up to date after a commit. A commit that took place never fails by this. */
  static void follow(String tableLocation, TableOperations operations) {
    if (LocalPaths.isLocal(tableLocation)) {
      follow(
          () -> {
            @Nullable TableMetadata current = operations.refresh();
            return current == null ? null : current.metadataFileLocation();
          });
    }
  }

  /**
   * Brings the hint up to date.
   *
   * @param current asks the catalog for the location of the current metadata file; null if there is
   *     no table any more
   */
  static void follow(Supplier<@Nullable String> current) {
    try {
      @Nullable String written = null;
      for (int round = 0; round < MAX_ROUNDS; round++) {
        @Nullable String location = current.get();
        if (location == null || location.equals(written) || !LocalPaths.isLocal(location)) {
          return;
        }
        written = location;
        write(LocalPaths.toPath(written));
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("Cannot write {}: readers without a catalog see an older version", FILE_NAME, e);
    }
  }

  /** Removes the hint of a table whose files were deleted, and the folders that are empty then. */
  static void delete(Path tableFolder) {
    try {
      Path metadata = tableFolder.resolve("metadata");
      Files.deleteIfExists(metadata.resolve(FILE_NAME));
      Files.deleteIfExists(metadata.resolve(TableNote.FILE_NAME));
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
    String stem = name.substring(0, name.length() - METADATA_SUFFIX.length());
    String hint = BARE_VERSION.matcher(stem).replaceFirst("$1");
    Path target = metadataFile.resolveSibling(FILE_NAME);
    if (!says(target, hint)) {
      SmallFile.write(target, hint);
    }
  }

  private static boolean says(Path file, String hint) {
    try {
      return Files.readString(file).equals(hint);
    } catch (IOException e) {
      return false;
    }
  }
}

package io.icerunner.internal.catalog;

import io.icerunner.internal.catalog.heal.MetadataName;
import io.icerunner.internal.catalog.heal.TableNote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the notes beside local tables, by which a catalog that was lost gives each its name again
 * and none to those that were dropped. What took place in the catalog never fails by a note.
 */
final class TableNotes {
  private static final Logger LOG = LoggerFactory.getLogger(TableNotes.class);

  private TableNotes() {}

  /** After a table was dropped and its files were kept. */
  static void dropped(CatalogRow row) {
    write(row, true);
  }

  /** After a table got a name that its folder does not tell. */
  static void named(CatalogRow row) {
    write(row, false);
  }

  /** After a table was created or registered. */
  static void created(CatalogRow row, boolean isNamedByFolder) {
    @Nullable Path folder = folder(row);
    if (folder != null && (!isNamedByFolder || TableNote.exists(folder))) {
      named(row);
    }
  }

  private static void write(CatalogRow row, boolean isDropped) {
    @Nullable String location = row.location();
    @Nullable Path folder = folder(row);
    if (location == null || folder == null || !Files.isDirectory(folder)) {
      return;
    }
    try {
      new TableNote(row.identifier(), MetadataName.of(location), isDropped).write(folder);
    } catch (IOException e) {
      LOG.warn(
          "Cannot write {} in {}: a repair of the catalog may give table {} another name",
          TableNote.FILE_NAME,
          folder,
          row.identifier(),
          e);
    }
  }

  private static @Nullable Path folder(CatalogRow row) {
    @Nullable Path file = row.path();
    return file == null ? null : file.getParent();
  }
}

package io.icerunner.internal.catalog;

import io.icerunner.internal.catalog.heal.MetadataFile;
import io.icerunner.internal.catalog.heal.MetadataFolder;
import io.icerunner.internal.catalog.heal.MetadataName;
import io.icerunner.internal.catalog.heal.MetadataReader;
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

  /**
   * Before a table is dropped, so that no repair finds it in between. Nothing comes of it if the
   * table is not dropped after all, unless the catalog is lost before the next commit.
   */
  static void dropped(CatalogRow row) {
    write(row, true);
  }

  /** True if the table was dropped at this metadata file or later, with its files or without. */
  static boolean isGone(String location, MetadataReader reader) {
    @Nullable Path file = CatalogRow.localPath(location);
    @Nullable Path folder = file == null ? null : file.getParent();
    if (file == null || folder == null) {
      return false;
    }
    // Last of all, a purge removes the note.
    @Nullable TableNote note = TableNote.read(folder);
    if (note == null || !note.isDropped()) {
      return !Files.exists(file);
    }
    MetadataFile version = reader.read(file);
    return !version.isUsable()
        || note.isAbout(new MetadataFolder(folder, reader), version) && !note.wentOn(version);
  }

  /** After a table got a name that its folder does not tell. */
  static void named(CatalogRow row) {
    write(row, false);
  }

  /**
   * After a table was created or registered.
   *
   * @param isPlain true if its folder tells its name, and its metadata files which is the newest
   */
  static void created(CatalogRow row, boolean isPlain) {
    @Nullable Path folder = folder(row);
    if (folder != null && (!isPlain || TableNote.exists(folder))) {
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

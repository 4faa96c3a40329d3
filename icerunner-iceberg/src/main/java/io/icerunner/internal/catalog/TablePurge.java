package io.icerunner.internal.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestFiles;
import org.apache.iceberg.ManifestReader;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Drops a table with its files. If it refers to files that are not its own, the name goes, then the
 * table's own files; a catalog left to itself would delete the others too.
 */
final class TablePurge {
  private static final Logger LOG = LoggerFactory.getLogger(TablePurge.class);

  private final TableMetadata metadata;
  private final FileIO io;

  private TablePurge(TableMetadata metadata, FileIO io) {
    this.metadata = metadata;
    this.io = io;
  }

  /** Returns false if there is no such table. */
  static boolean drop(Catalog catalog, TableIdentifier identifier) {
    @Nullable TablePurge purge = of(catalog, identifier);
    if (purge == null || !purge.mayHaveForeignFiles()) {
      return catalog.dropTable(identifier, true);
    }
    boolean dropped = catalog.dropTable(identifier, false);
    if (dropped) {
      purge.deleteOwnFiles();
    }
    return dropped;
  }

  /** Null if there is no table, or none whose metadata can be read: then no file is known. */
  private static @Nullable TablePurge of(Catalog catalog, TableIdentifier identifier) {
    try {
      return catalog.loadTable(identifier) instanceof BaseTable table
          ? new TablePurge(table.operations().current(), table.operations().io())
          : null;
    } catch (NoSuchTableException | NotFoundException e) {
      return null;
    }
  }

  /** True too if that cannot be learned. */
  private boolean mayHaveForeignFiles() {
    try {
      @Nullable String foreign = foreignFile();
      if (foreign != null) {
        LOG.info(
            "Dropping the table in {} leaves files that are not its own, as {}",
            metadata.location(),
            foreign);
      }
      return foreign != null;
    } catch (RuntimeException e) {
      LOG.warn("Cannot read which files the table in {} has", metadata.location(), e);
      return true;
    }
  }

  /** A data file that is not the table's own, in any snapshot; null if there is none. */
  private @Nullable String foreignFile() {
    OwnFiles own = new OwnFiles(metadata);
    Set<String> seen = new HashSet<>();
    for (Snapshot snapshot : metadata.snapshots()) {
      for (ManifestFile manifest : snapshot.dataManifests(io)) {
        @Nullable String foreign = seen.add(manifest.path()) ? foreignFile(own, manifest) : null;
        if (foreign != null) {
          return foreign;
        }
      }
    }
    return null;
  }

  private @Nullable String foreignFile(OwnFiles own, ManifestFile manifest) {
    try (ManifestReader<DataFile> files =
        ManifestFiles.read(manifest, io, metadata.specsById()).select(Set.of("file_path"))) {
      for (DataFile file : files) {
        if (!own.contains(file.location())) {
          return file.location();
        }
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read manifest " + manifest.path(), e);
    }
  }

  /** Deletes the files after the name is gone; what cannot be deleted stays. */
  private void deleteOwnFiles() {
    try {
      CatalogUtil.dropTableData(new OwnFilesIO(io, () -> metadata), metadata);
      if (LocalPaths.isLocal(metadata.location())) {
        VersionHint.delete(LocalPaths.toPath(metadata.location()));
      }
    } catch (RuntimeException e) {
      LOG.warn("Files of a dropped table stay in {}", metadata.location(), e);
    }
  }
}

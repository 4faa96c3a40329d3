package io.icerunner.internal.catalog;

import org.apache.iceberg.BaseMetastoreTableOperations;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * A table in a JDBC catalog. Unlike Iceberg's own operations these say at once that metadata cannot
 * be read, instead of trying for minutes, and leave no metadata file behind a lost race.
 */
final class RowTableOperations extends BaseMetastoreTableOperations {
  private final TableIdentifier identifier;
  private final TableRow row;
  private final MetadataCache files;
  private final FileIO io;

  RowTableOperations(TableIdentifier identifier, TableRow row, MetadataCache files, FileIO io) {
    this.identifier = identifier;
    this.row = row;
    this.files = files;
    this.io = io;
  }

  @Override
  protected void doRefresh() {
    @Nullable String location = row.metadataLocation();
    if (location != null) {
      refreshFromMetadataLocation(location, e -> false, 0, files::read);
    } else if (currentMetadataLocation() != null) {
      throw new NoSuchTableException("Table %s was dropped by another writer", identifier);
    } else {
      disableRefresh();
    }
  }

  @Override
  protected void doCommit(@Nullable TableMetadata base, TableMetadata metadata) {
    String location = writeNewMetadataIfRequired(base == null, metadata);
    boolean won =
        base == null ? row.insert(location) : row.update(base.metadataFileLocation(), location);
    if (won) {
      files.written(location, metadata);
      return;
    }
    if (!location.equals(metadata.metadataFileLocation())) {
      io.deleteFile(location);
    }
    if (base == null) {
      throw new AlreadyExistsException("Table already exists: %s", identifier);
    }
    throw new CommitFailedException("Another writer changed table %s first", identifier);
  }

  @Override
  public FileIO io() {
    return io;
  }

  @Override
  protected String tableName() {
    return identifier.toString();
  }
}

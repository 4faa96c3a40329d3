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
  private static final int MAX_ROUNDS = 3;

  private final TableIdentifier identifier;
  private final TableRow row;
  private final MetadataCache files;
  private final FileIO io;
  private final Events events;

  /** What the catalog does about events of its tables. */
  interface Events {
    /**
     * The file that a row names could not be read.
     *
     * @return true if the row names another file now; false if the failure stands as it is
     */
    boolean unreadable(TableIdentifier identifier, String location, RuntimeException failure);

    /** A row was made. */
    void created(TableIdentifier identifier, TableMetadata metadata, String location);
  }

  RowTableOperations(
      TableIdentifier identifier, TableRow row, MetadataCache files, FileIO io, Events events) {
    this.identifier = identifier;
    this.row = row;
    this.files = files;
    this.io = io;
    this.events = events;
  }

  @Override
  protected void doRefresh() {
    int round = 1;
    while (!refreshed(round)) {
      round++;
    }
  }

  /** False if the row named a file that was unreadable, and names another one now. */
  private boolean refreshed(int round) {
    @Nullable String location = row.metadataLocation();
    if (location == null) {
      if (currentMetadataLocation() != null) {
        throw new NoSuchTableException("Table %s was dropped by another writer", identifier);
      }
      disableRefresh();
      return true;
    }
    try {
      refreshFromMetadataLocation(location, e -> false, 0, files::read);
      return true;
    } catch (RuntimeException e) {
      if (round < MAX_ROUNDS && events.unreadable(identifier, location, e)) {
        return false;
      }
      throw e;
    }
  }

  @Override
  protected void doCommit(@Nullable TableMetadata base, TableMetadata metadata) {
    String location = writeNewMetadataIfRequired(base == null, metadata);
    boolean won =
        base == null ? row.insert(location) : row.update(base.metadataFileLocation(), location);
    if (won || isCurrent(location)) {
      files.written(location, metadata);
      if (base == null) {
        events.created(identifier, metadata, location);
      }
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

  /** A repair that ran between writing the file and asking for the row may have found the file. */
  private boolean isCurrent(String location) {
    return location.equals(row.metadataLocation());
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

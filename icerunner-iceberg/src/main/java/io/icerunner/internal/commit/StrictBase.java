package io.icerunner.internal.commit;

import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.jspecify.annotations.Nullable;

/**
 * A table at one version, and one commit on exactly that version. Iceberg repeats an update that
 * lost a race on whatever it finds then; what was worked out from the old version is put over what
 * another writer has done. Here a lost race ends the update, so that it is worked out anew.
 *
 * <p>Until the commit the table never changes; then it is what was committed.
 */
final class StrictBase implements TableOperations {
  private final TableOperations delegate;
  private final @Nullable TableMetadata base;
  private @Nullable TableMetadata committed;

  /**
   * @param delegate guarded, so that every outcome is exact
   */
  StrictBase(TableOperations delegate) {
    this.delegate = delegate;
    this.base = delegate.refresh();
  }

  @Override
  public void commit(@Nullable TableMetadata commitBase, TableMetadata metadata) {
    if (commitBase != base || committed != null) {
      throw new LostBaseException(
          new CommitFailedException("Cannot commit: the change is not based on this version"));
    }
    try {
      delegate.commit(base, metadata);
    } catch (CommitFailedException e) {
      throw new LostBaseException(e);
    }
    committed = metadata;
  }

  @Override
  @SuppressWarnings("NullAway") // Iceberg has no nullness: there is no metadata without a table
  public TableMetadata current() {
    return committed != null ? committed : base;
  }

  /** Never asks the catalog; the commit does. */
  @Override
  public TableMetadata refresh() {
    return current();
  }

  @Override
  public FileIO io() {
    return delegate.io();
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return delegate.metadataFileLocation(fileName);
  }

  @Override
  public LocationProvider locationProvider() {
    return delegate.locationProvider();
  }

  @Override
  public EncryptionManager encryption() {
    return delegate.encryption();
  }

  @Override
  public TableOperations temp(TableMetadata uncommitted) {
    return delegate.temp(uncommitted);
  }

  @Override
  public long newSnapshotId() {
    return delegate.newSnapshotId();
  }

  @Override
  public boolean requireStrictCleanup() {
    return true;
  }
}

package io.icerunner.internal.commit;

import io.icerunner.internal.catalog.ForwardingOperations;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;

/**
 * A table at one version, and one commit on exactly that version. Iceberg repeats an update that
 * lost a race on whatever it finds then; what was worked out from the old version is put over what
 * another writer has done. Here a lost race ends the update, so that it is worked out anew.
 *
 * <p>Until the commit the table never changes; then it is what was committed.
 */
final class StrictBase extends ForwardingOperations {
  private final TableOperations delegate;
  private final @Nullable TableMetadata base;
  private final WrittenFilesIO io;
  private @Nullable TableMetadata committed;
  private boolean mayBeCommitted;

  /**
   * @param delegate guarded, so that every outcome is exact
   */
  StrictBase(TableOperations delegate) {
    super(delegate);
    this.delegate = delegate;
    this.base = delegate.refresh();
    this.io = new WrittenFilesIO(delegate.io());
  }

  @Override
  public void commit(@Nullable TableMetadata commitBase, TableMetadata metadata) {
    if (commitBase != base || committed != null) {
      throw new LostBaseException(
          new CommitFailedException("Cannot commit: the change is not based on this version"));
    }
    mayBeCommitted = true;
    try {
      delegate.commit(base, metadata);
      committed = metadata;
    } catch (CommitFailedException e) {
      mayBeCommitted = false;
      throw new LostBaseException(e);
    } catch (RuntimeException e) {
      mayBeCommitted = e instanceof CommitStateUnknownException;
      throw e;
    }
  }

  /** Deletes the manifests and lists that were written, unless the table may have them. */
  void cleanUp() {
    if (!mayBeCommitted) {
      io.deleteWritten();
    }
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
    return io;
  }

  @Override
  public TableOperations temp(TableMetadata uncommitted) {
    return withFiles(delegate.temp(uncommitted), io);
  }

  @Override
  public boolean requireStrictCleanup() {
    return true;
  }
}

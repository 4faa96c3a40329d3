package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import java.io.UncheckedIOException;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.encryption.EncryptionManager;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;
import org.jspecify.annotations.Nullable;

/**
 * Table operations whose commits have an exact outcome: {@link #commit} returns if and only if the
 * commit took place, throws {@link CommitStateUnknownException} if that cannot be learned, and any
 * other exception if it did not take place.
 *
 * <p>Iceberg alone takes an own commit that landed before the connection broke for a lost race, and
 * then drops another writer's snapshot or deletes the files of its own.
 *
 * <p>Not for use by several threads at once, as all table operations.
 */
public final class GuardedOperations implements TableOperations {

  /** What an exception of the catalog leaves behind. */
  enum InFlight {
    /** The statement may still reach the database after the exception. */
    POSSIBLE,
    /** Once the exception is thrown, the outcome is settled: the database is in this process. */
    NEVER
  }

  private final TableOperations delegate;
  private final InFlight inFlight;
  private long lastCommittedSnapshotId = -1;

  GuardedOperations(TableOperations delegate, InFlight inFlight) {
    this.delegate = delegate;
    this.inFlight = inFlight;
  }

  /** The same table with guarded operations. */
  public static Table guard(Table table) {
    return guard(table, table.name());
  }

  /** The same table with guarded operations and another name. */
  static Table guard(Table table, String name) {
    if (!(table instanceof HasTableOperations operated)) {
      throw CatalogErrors.notOperable(name);
    }
    TableOperations operations = operated.operations();
    TableOperations guarded = guard(operations);
    boolean isSame = guarded == operations && name.equals(table.name());
    return isSame ? table : new BaseTable(guarded, name, report -> {});
  }

  static TableOperations guard(TableOperations operations) {
    return operations instanceof GuardedOperations
        ? operations
        : new GuardedOperations(operations, InFlight.POSSIBLE);
  }

  @Override
  public void commit(@Nullable TableMetadata base, TableMetadata metadata) {
    try {
      delegate.commit(base, metadata);
    } catch (CommitStateUnknownException e) {
      settle(base, metadata, e);
    } catch (CommitFailedException | AlreadyExistsException e) {
      settleLostRace(base, metadata, e);
    } catch (RuntimeException e) {
      if (e instanceof CleanableFailure) {
        throw e;
      }
      settle(base, metadata, e);
    }
    @Nullable Snapshot committed = metadata.currentSnapshot();
    lastCommittedSnapshotId = committed == null ? -1 : committed.snapshotId();
    VersionHint.follow(metadata.location(), delegate);
  }

  /** The head of the main branch in the last commit made through this object; -1 if none. */
  public static long lastCommittedSnapshotId(Table guarded) {
    return ((GuardedOperations) ((HasTableOperations) guarded).operations())
        .lastCommittedSnapshotId;
  }

  /** Returns if the commit that "lost" is the one that won. */
  private void settleLostRace(
      @Nullable TableMetadata base, TableMetadata metadata, RuntimeException failure) {
    if (!landed(base, metadata, failure)) {
      throw failure;
    }
  }

  /** Returns if the commit took place although the catalog threw something. */
  private void settle(
      @Nullable TableMetadata base, TableMetadata metadata, RuntimeException failure) {
    if (landed(base, metadata, failure)) {
      return;
    }
    if (SqliteFailures.isBusy(failure)) {
      throw new CommitFailedException(failure, "Cannot commit: the catalog is locked");
    }
    if (inFlight == InFlight.POSSIBLE && !isFromWritingFiles(failure)) {
      throw failure instanceof CommitStateUnknownException unknown
          ? unknown
          : new CommitStateUnknownException(failure);
    }
    throw new CommitRejectedException(failure);
  }

  private boolean landed(
      @Nullable TableMetadata base, TableMetadata metadata, RuntimeException failure) {
    try {
      return LandedCommit.find(base, metadata, delegate);
    } catch (RuntimeException e) {
      if (e != failure) {
        failure.addSuppressed(e);
      }
      throw failure instanceof CommitStateUnknownException unknown
          ? unknown
          : new CommitStateUnknownException(failure);
    }
  }

  /** The metadata file is written before the catalog is asked; catalogs speak no such exception. */
  private static boolean isFromWritingFiles(RuntimeException failure) {
    return failure instanceof UncheckedIOException
        || failure instanceof RuntimeIOException
        || failure instanceof IceRunnerException;
  }

  @Override
  public TableMetadata current() {
    return delegate.current();
  }

  @Override
  public TableMetadata refresh() {
    return delegate.refresh();
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

  /** Files are cleaned up only after an exception that says nothing was committed. */
  @Override
  public boolean requireStrictCleanup() {
    return true;
  }
}

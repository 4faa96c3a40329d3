package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import java.io.UncheckedIOException;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.io.FileIO;
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
public final class GuardedOperations extends ForwardingOperations {

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
  private @Nullable TableMetadata lastKnown;
  private @Nullable OwnFilesIO io;

  GuardedOperations(TableOperations delegate, InFlight inFlight) {
    super(delegate);
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
    lastKnown = metadata;
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
    return remember(delegate.current());
  }

  @Override
  public TableMetadata refresh() {
    return remember(delegate.refresh());
  }

  @SuppressWarnings("NullAway") // Iceberg has no nullness: there is no metadata without a table
  private TableMetadata remember(@Nullable TableMetadata metadata) {
    if (metadata != null) {
      lastKnown = metadata;
    }
    return metadata;
  }

  /** Deletes only what is the table's own, also when the table has been dropped since. */
  @Override
  public synchronized FileIO io() {
    FileIO plain = delegate.io();
    if (io == null || io.delegate() != plain) {
      io = new OwnFilesIO(plain, () -> lastKnown != null ? lastKnown : current());
    }
    return io;
  }

  @Override
  public TableOperations temp(TableMetadata uncommitted) {
    TableOperations temporary = delegate.temp(uncommitted);
    return withFiles(temporary, new OwnFilesIO(temporary.io(), () -> uncommitted));
  }

  /** Files are cleaned up only after an exception that says nothing was committed. */
  @Override
  public boolean requireStrictCleanup() {
    return true;
  }
}

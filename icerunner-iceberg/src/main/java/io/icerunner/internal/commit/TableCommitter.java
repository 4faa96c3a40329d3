package io.icerunner.internal.commit;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogErrors;
import io.icerunner.internal.catalog.GuardedOperations;
import io.icerunner.internal.catalog.StagedTable;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.OverwriteFiles;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotUpdate;
import org.apache.iceberg.Table;
import org.apache.iceberg.Transaction;
import org.apache.iceberg.Transactions;
import org.apache.iceberg.expressions.Expressions;
import org.jspecify.annotations.Nullable;

/**
 * Makes written files a snapshot. A method returns once the snapshot is on disk in the catalog.
 *
 * <p>Files given to a method are the committer's, but for those of {@link #change}. After
 * COMMIT_UNKNOWN they stay where they are, since the table may hold them; after any other error
 * they are deleted, since it does not.
 *
 * <p>Safe for use by many threads, each with a table object of its own.
 */
public final class TableCommitter {
  /** How long a commit goes on against writers of other processes before it is given up. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(2);

  private final Duration patience;

  public TableCommitter() {
    this(DEFAULT_PATIENCE);
  }

  /**
   * @param patience how long to try again after losing a race against another writer
   */
  public TableCommitter(Duration patience) {
    this.patience = patience;
  }

  /**
   * Adds rows.
   *
   * @param summary entries for the snapshot's summary, such as an idempotency key; with neither
   *     files nor entries there is nothing to commit
   * @throws IceRunnerException COMMIT_CONFLICT if other writers won every attempt, COMMIT_UNKNOWN
   *     if the outcome cannot be learned, NOT_FOUND if the table is gone
   */
  public CommitResult append(Table table, List<DataFile> files, Map<String, String> summary) {
    if (files.isEmpty() && summary.isEmpty()) {
      return unchanged(table);
    }
    return commit(table, files, summary, t -> Appends.of(t, files));
  }

  /**
   * Replaces all rows by those of the files, in one snapshot. Rows that others add before the
   * commit are replaced too.
   *
   * @param files none to empty the table
   * @throws IceRunnerException as {@link #append}
   */
  public CommitResult replaceAll(Table table, List<DataFile> files, Map<String, String> summary) {
    return commit(table, files, summary, t -> replacement(t, files));
  }

  /**
   * Brings a staged table into being with its first rows, or gives an existing one its new schema
   * and content, in one commit.
   *
   * @throws IceRunnerException as {@link #append}; ALREADY_EXISTS if the table was to be created
   *     and somebody else did so first
   */
  public CommitResult commit(
      StagedTable staged, List<DataFile> files, Map<String, String> summary) {
    return finish(
        "commit to table " + staged.identifier(),
        staged.table(),
        files,
        () ->
            CommitLocks.locked(
                staged.table().location(), () -> commit(staged.transaction(), files, summary)));
  }

  /**
   * Changes a table by what is worked out from it, in one transaction on exactly the version it was
   * worked out from. If another writer commits in between, the change is worked out anew, so that a
   * record kept in the table's properties counts every commit once.
   *
   * <p>The files of the change are not the committer's: it never deletes one.
   *
   * @param plan gives the change for a version of the table, or null if there is nothing to do;
   *     called for each attempt, while other commits of this process to the table wait
   * @return of what was committed; if that was no files, with the current snapshot
   * @throws IceRunnerException COMMIT_CONFLICT if other writers won every attempt, COMMIT_UNKNOWN
   *     if the outcome cannot be learned: plan again, and the version planned from tells;
   *     INVALID_ARGUMENT if a file to remove is not there; NOT_FOUND if the table is gone; what the
   *     plan throws
   */
  public CommitResult change(Table table, Function<Table, @Nullable TableChange> plan) {
    Table guarded = GuardedOperations.guard(table);
    try {
      return CommitLocks.locked(
          guarded.location(), () -> Patience.of(patience).run(() -> attemptChange(guarded, plan)));
    } catch (RuntimeException e) {
      throw CatalogErrors.translate("commit to table " + table.name(), e);
    }
  }

  private static CommitResult attemptChange(
      Table guarded, Function<Table, @Nullable TableChange> plan) {
    StrictBase operations = new StrictBase(((HasTableOperations) guarded).operations());
    Table base = new BaseTable(operations, guarded.name(), report -> {});
    @Nullable TableChange change = plan.apply(base);
    if (change == null) {
      return unchanged(base);
    }
    CommitClock.require(base, Clock.systemUTC());
    try {
      new ChangeTransaction(
              Transactions.newTransaction(base.name(), operations, report -> {}), change)
          .commit();
    } catch (RuntimeException e) {
      operations.cleanUp();
      throw e instanceof LostBaseException lost ? lost.lostRace() : e;
    }
    return result(unchanged(base).snapshotId(), change.added());
  }

  private static long commit(
      Transaction transaction, List<DataFile> files, Map<String, String> summary) {
    AppendFiles append = DirectExecutor.prepare(transaction.newFastAppend(), summary);
    files.forEach(append::appendFile);
    append.commit();
    long snapshotId = transaction.table().currentSnapshot().snapshotId();
    transaction.commitTransaction();
    return snapshotId;
  }

  private static CommitResult unchanged(Table table) {
    @Nullable Snapshot current = table.currentSnapshot();
    return new CommitResult(current == null ? -1 : current.snapshotId(), 0, 0);
  }

  private static SnapshotUpdate<?> replacement(Table table, List<DataFile> files) {
    OverwriteFiles overwrite = table.newOverwrite().overwriteByRowFilter(Expressions.alwaysTrue());
    files.forEach(overwrite::addFile);
    return overwrite;
  }

  private CommitResult commit(
      Table table,
      List<DataFile> files,
      Map<String, String> summary,
      Function<Table, SnapshotUpdate<?>> update) {
    Table guarded = GuardedOperations.guard(table);
    return finish(
        "commit to table " + table.name(),
        guarded,
        files,
        () ->
            CommitLocks.locked(
                guarded.location(),
                () -> Patience.of(patience).run(() -> attempt(guarded, summary, update))));
  }

  private static long attempt(
      Table table, Map<String, String> summary, Function<Table, SnapshotUpdate<?>> update) {
    table.refresh();
    DirectExecutor.prepare(update.apply(table), summary).commit();
    return GuardedOperations.lastCommittedSnapshotId(table);
  }

  private static CommitResult finish(
      String action, Table table, List<DataFile> files, Supplier<Long> work) {
    try {
      long snapshotId = work.get();
      return result(snapshotId, files);
    } catch (RuntimeException e) {
      IceRunnerException failure = CatalogErrors.translate(action, e);
      if (failure.code() != ErrorCode.COMMIT_UNKNOWN) {
        RejectedFiles.delete(table, files, failure);
      }
      throw failure;
    }
  }

  private static CommitResult result(long snapshotId, List<DataFile> files) {
    return new CommitResult(
        snapshotId, files.stream().mapToLong(DataFile::recordCount).sum(), files.size());
  }
}

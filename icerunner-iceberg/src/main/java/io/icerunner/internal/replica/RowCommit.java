package io.icerunner.internal.replica;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.commit.CommitResult;
import io.icerunner.internal.commit.TableChange;
import io.icerunner.internal.commit.TableCommitter;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.jspecify.annotations.Nullable;

/**
 * One commit of rows with their record. It takes place once, however often it is tried: a table
 * whose record is that of this commit has its rows.
 */
final class RowCommit {
  private final TableCommitter committer;
  private final Insistence insistence;
  private final RecordUpdate update;
  private final LoadMode mode;
  private final @Nullable ReplicaRecord expected;
  private final Map<Integer, Integer> fieldIds;
  private final List<DataFile> files;
  private final long rows;
  private final long timestampMillis = System.currentTimeMillis();
  private @Nullable ReplicaRecord mine;
  private boolean mayBeInTable;

  RowCommit(
      TableCommitter committer,
      Insistence insistence,
      RecordUpdate update,
      LoadMode mode,
      @Nullable ReplicaRecord expected,
      Map<Integer, Integer> fieldIds,
      List<DataFile> files) {
    this.committer = committer;
    this.insistence = insistence;
    this.update = update;
    this.mode = mode;
    this.expected = expected;
    this.fieldIds = fieldIds;
    this.files = files;
    this.rows = files.stream().mapToLong(DataFile::recordCount).sum();
  }

  /** As {@link ReplicaLoad#commit}. */
  CommittedLoad run(Table table) {
    CommitResult result;
    try {
      result = insistence.run(() -> committer.change(table, this::plan));
    } catch (IceRunnerException e) {
      mayBeInTable |= e.code() == ErrorCode.COMMIT_UNKNOWN;
      throw e;
    }
    @Nullable ReplicaRecord record = mine;
    if (record == null) {
      throw new IllegalStateException("Committed without a plan");
    }
    mayBeInTable = true;
    long bytes = files.stream().mapToLong(DataFile::fileSizeInBytes).sum();
    return new CommittedLoad(record, result.snapshotId(), rows, files.size(), bytes);
  }

  /** Whether the files must stay, since the table may have them. */
  boolean mayBeInTable() {
    return mayBeInTable;
  }

  private @Nullable TableChange plan(Table base) {
    @Nullable StoredRecord stored = Fence.record(base, mode == LoadMode.REPLACE);
    if (isLanded(stored)) {
      return null;
    }
    requireNotFenced(base, stored);
    StoredRecord next = next(base, stored);
    mine = next.record();
    TableChange.Builder change =
        TableChange.builder()
            .add(files)
            .property(ReplicaRecord.PROPERTY, next.text())
            .summary(SnapshotCopy.entries(next.record()));
    if (replaces(base)) {
      change.replaceAll();
    }
    return change.build();
  }

  private boolean isLanded(@Nullable StoredRecord stored) {
    return mine != null && stored != null && Fence.isSame(mine, stored.record());
  }

  /** A commit in doubt may have landed before another mirror went on from it. */
  private void requireNotFenced(Table base, @Nullable StoredRecord stored) {
    try {
      Fence.require(expected, stored, base);
      Fence.requireEpoch(update, expected, base);
    } catch (IceRunnerException e) {
      boolean isInItsPlace =
          stored != null && mine != null && stored.record().commits() == mine.commits();
      mayBeInTable = insistence.isInDoubt() && !isInItsPlace;
      throw e;
    }
  }

  /** A table without a snapshot has nothing to replace. */
  private boolean replaces(Table base) {
    return mode == LoadMode.REPLACE && (base.currentSnapshot() != null || !files.isEmpty());
  }

  private StoredRecord next(Table base, @Nullable StoredRecord stored) {
    @Nullable SnapshotCopy copy = stored == null ? SnapshotCopy.newest(base) : null;
    long snapshotCommits =
        stored != null ? stored.snapshotCommits() : copy != null ? copy.commits() : 0;
    long sequenceNumber = stored != null ? stored.sequenceNumber() : 0;
    long commits = 1 + (stored != null ? stored.record().commits() : snapshotCommits);
    if (!files.isEmpty() || replaces(base)) {
      TableMetadata metadata = ((HasTableOperations) base).operations().current();
      snapshotCommits = commits;
      sequenceNumber = metadata.formatVersion() < 2 ? 0 : metadata.nextSequenceNumber();
    }
    return new StoredRecord(record(commits, stored), snapshotCommits, sequenceNumber);
  }

  private ReplicaRecord record(long commits, @Nullable StoredRecord stored) {
    long before = mode == LoadMode.APPEND && stored != null ? stored.record().rows() : 0;
    return new ReplicaRecord(
        update.source(),
        update.sourceUuid(),
        update.kind(),
        ReplicaRecordJson.normalized(update.position()),
        update.epoch(),
        update.run(),
        commits,
        before + rows,
        fieldIds,
        timestampMillis);
  }
}

package io.icerunner.internal.replica;

import io.icerunner.internal.commit.SnapshotExpiry;
import java.util.List;
import org.apache.iceberg.DataFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The commits of one load, and what is to be cleared away after them. For one thread. */
final class LoadCommits {
  private static final Logger LOG = LoggerFactory.getLogger(LoadCommits.class);

  /** Between two looks at old snapshots in one load. */
  private static final int COMMITS_PER_EXPIRY = 50;

  /** Snapshots without rows of their own are cheap, and a few may wait for others. */
  private static final int DUE_AFTER_APPENDS = 20;

  private final CatalogReplicaTarget target;
  private LoadRequest request;
  private List<DataFile> uncommitted = List.of();
  private boolean hasReplaced;
  private int commits;

  LoadCommits(CatalogReplicaTarget target, LoadRequest request) {
    this.target = target;
    this.request = request;
  }

  /** What is left to do. */
  LoadRequest request() {
    return request;
  }

  /**
   * As {@link ReplicaLoad#commit}.
   *
   * @param files of the load alone; deleted with it if they are in no commit
   */
  CommittedLoad commit(PreparedTable prepared, RecordUpdate update, List<DataFile> files) {
    uncommitted = files;
    RowCommit commit =
        new RowCommit(
            target.committer(),
            target.insistence(),
            update,
            request.mode(),
            request.expected(),
            prepared.fieldIds(),
            files);
    CommittedLoad committed;
    try {
      committed = commit.run(prepared.table());
    } finally {
      if (commit.mayBeInTable()) {
        uncommitted = List.of();
      }
    }
    hasReplaced |= request.mode() == LoadMode.REPLACE;
    request = request.after(committed.record());
    commits++;
    if (commits % COMMITS_PER_EXPIRY == 0) {
      expire(prepared);
    }
    return committed;
  }

  /** What fails here is left for the next load: the rows are committed. */
  private void expire(PreparedTable prepared) {
    try {
      LoadMode mode = hasReplaced ? LoadMode.REPLACE : LoadMode.APPEND;
      int due = hasReplaced ? 1 : DUE_AFTER_APPENDS;
      new SnapshotExpiry(target.retention(mode)).run(prepared.table(), due);
    } catch (RuntimeException e) {
      LOG.debug("Old snapshots of table {} stay for now", request.table(), e);
    }
  }

  /** The load is over. */
  void close(PreparedTable prepared) {
    for (DataFile file : uncommitted) {
      delete(prepared, file.location());
    }
    uncommitted = List.of();
    if (commits % COMMITS_PER_EXPIRY != 0) {
      expire(prepared);
    }
  }

  private static void delete(PreparedTable prepared, String location) {
    try {
      prepared.table().io().deleteFile(location);
    } catch (RuntimeException e) {
      LOG.warn("Data file {} is part of no snapshot and cannot be deleted", location, e);
    }
  }
}

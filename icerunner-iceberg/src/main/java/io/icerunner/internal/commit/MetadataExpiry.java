package io.icerunner.internal.commit;

import io.icerunner.internal.catalog.CatalogErrors;
import io.icerunner.internal.catalog.GuardedOperations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.util.SnapshotUtil;
import org.jspecify.annotations.Nullable;

/**
 * Forgets old snapshots of a table and deletes the metadata files that only they needed. A data or
 * delete file is never deleted, whatever the table's {@code gc.enabled} says: it may belong to
 * somebody else.
 *
 * <p>Snapshots stay that a tag or another branch needs, and those that are on no branch. A reader
 * that is at an expired snapshot may find its manifests gone.
 */
public final class MetadataExpiry {

  /**
   * What was done.
   *
   * @param snapshots ids of the expired snapshots, newest first
   * @param files metadata files deleted: manifest lists, manifests, statistics
   */
  public record Expired(List<Long> snapshots, int files) {}

  private final Duration patience;

  /** With the patience of a commit. */
  public MetadataExpiry() {
    this(TableCommitter.DEFAULT_PATIENCE);
  }

  /**
   * @param patience how long to try again after losing a race against another writer
   */
  public MetadataExpiry(Duration patience) {
    this.patience = patience;
  }

  /**
   * Expires all but the newest snapshots of the main branch, in one commit; without any to expire
   * there is none. The metadata files are deleted after the commit; what cannot be deleted stays.
   *
   * @param keepSnapshots how many to keep, at least one
   * @throws io.icerunner.error.IceRunnerException as {@link TableCommitter#change}
   */
  public Expired run(Table table, int keepSnapshots) {
    if (keepSnapshots < 1) {
      throw new IllegalArgumentException("keepSnapshots must be at least 1: " + keepSnapshots);
    }
    Table guarded = GuardedOperations.guard(table);
    try {
      return CommitLocks.locked(
          guarded.location(),
          () -> Patience.of(patience).run(() -> attempt(guarded, keepSnapshots)));
    } catch (RuntimeException e) {
      throw CatalogErrors.translate("expire snapshots of table " + table.name(), e);
    }
  }

  private static Expired attempt(Table guarded, int keepSnapshots) {
    StrictBase operations = new StrictBase(((HasTableOperations) guarded).operations());
    TableMetadata base = operations.current();
    List<Snapshot> expired = expired(base, keepSnapshots);
    if (expired.isEmpty()) {
      return new Expired(List.of(), 0);
    }
    TableMetadata kept = TableMetadata.buildFrom(base).removeSnapshots(expired).build();
    Set<String> files = filesOf(expired, kept, base, operations.io());
    try {
      operations.commit(base, kept);
    } catch (LostBaseException e) {
      throw e.lostRace();
    }
    CatalogUtil.deleteFiles(operations.io(), files, "expired metadata");
    return new Expired(expired.stream().map(Snapshot::snapshotId).toList(), files.size());
  }

  private static List<Snapshot> expired(TableMetadata metadata, int keepSnapshots) {
    @Nullable Snapshot head = metadata.currentSnapshot();
    if (head == null) {
      return List.of();
    }
    Set<Long> referred = referredOtherwise(metadata);
    List<Snapshot> expired = new ArrayList<>();
    int kept = 0;
    for (Snapshot ancestor : SnapshotUtil.ancestorsOf(head.snapshotId(), metadata::snapshot)) {
      if (kept < keepSnapshots) {
        kept++;
      } else if (!referred.contains(ancestor.snapshotId())) {
        expired.add(ancestor);
      }
    }
    return expired;
  }

  /** What tags and branches other than main need. */
  static Set<Long> referredOtherwise(TableMetadata metadata) {
    Set<Long> referred = new HashSet<>();
    metadata
        .refs()
        .forEach(
            (name, ref) -> {
              referred.add(ref.snapshotId());
              if (ref.isBranch() && !name.equals(SnapshotRef.MAIN_BRANCH)) {
                SnapshotUtil.ancestorsOf(ref.snapshotId(), metadata::snapshot)
                    .forEach(ancestor -> referred.add(ancestor.snapshotId()));
              }
            });
    return referred;
  }

  /** Metadata files that the expired snapshots refer to and no kept one does. */
  private static Set<String> filesOf(
      List<Snapshot> expired, TableMetadata kept, TableMetadata base, FileIO io) {
    Set<String> files = new HashSet<>();
    for (Snapshot snapshot : expired) {
      snapshot.allManifests(io).forEach(manifest -> files.add(manifest.path()));
      @Nullable String list = snapshot.manifestListLocation();
      if (list != null) {
        files.add(list);
      }
    }
    base.statisticsFiles().forEach(file -> files.add(file.path()));
    base.partitionStatisticsFiles().forEach(file -> files.add(file.path()));
    kept.statisticsFiles().forEach(file -> files.remove(file.path()));
    kept.partitionStatisticsFiles().forEach(file -> files.remove(file.path()));
    for (Snapshot snapshot : kept.snapshots()) {
      snapshot.allManifests(io).stream().map(ManifestFile::path).forEach(files::remove);
      files.remove(snapshot.manifestListLocation());
    }
    return files;
  }
}

package io.icerunner.internal.replica;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogRepair;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.commit.SnapshotExpiry.Retention;
import io.icerunner.internal.commit.TableCommitter;
import io.icerunner.internal.types.TypeMappers;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotSummary;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * Tables of a catalog that this process has open. Before a table is first looked at, the catalog of
 * a local warehouse is healed by what is on disk: a row that was lost or is stale would have rows
 * come once more.
 *
 * <p>Snapshots that replaced rows are expired after {@link #KEPT_MINUTES} minutes, with the files
 * that only they need, and those that appended, which cost no files, after {@link #KEPT_HOURS}
 * hours, so that copies of the copy can follow it; the newest {@link #KEPT_SNAPSHOTS} stay. The
 * table properties {@code history.expire.max-snapshot-age-ms} and {@code
 * history.expire.min-snapshots-to-keep} can ask for more.
 */
public final class CatalogReplicaTarget implements ReplicaTarget {
  /** How long a snapshot stays for its readers, once another replaced its rows. */
  public static final int KEPT_MINUTES = 10;

  /** How long a snapshot stays for those who follow the table, as long as rows are appended. */
  public static final int KEPT_HOURS = 24;

  /** How many snapshots stay however old they are. */
  public static final int KEPT_SNAPSHOTS = 5;

  private static final int MOST_SNAPSHOTS = 1_000;
  private static final Duration DEFAULT_PATIENCE = Duration.ofSeconds(15);
  private static final Retention RETENTION =
      new Retention(Duration.ofMinutes(KEPT_MINUTES).toMillis(), KEPT_SNAPSHOTS, MOST_SNAPSHOTS);

  private final CatalogTables tables;
  private final TypeMappers mappers;
  private final ExecutorService executor;
  private final TableCommitter committer = new TableCommitter();
  private final Duration patience;
  private final Retention retention;
  private final TablePreparation preparation;
  private final Set<TableIdentifier> healed = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * @param tables stays the caller's
   * @param mappers of Arrow types
   * @param executor lends threads to encode with; stays the caller's
   */
  public CatalogReplicaTarget(CatalogTables tables, TypeMappers mappers, ExecutorService executor) {
    this(tables, mappers, executor, DEFAULT_PATIENCE, RETENTION);
  }

  /**
   * @param patience how long to look after a commit whose outcome is not known
   */
  CatalogReplicaTarget(
      CatalogTables tables,
      TypeMappers mappers,
      ExecutorService executor,
      Duration patience,
      Retention retention) {
    this.tables = tables;
    this.mappers = mappers;
    this.executor = executor;
    this.patience = patience;
    this.retention = retention;
    this.preparation = new TablePreparation(tables, mappers, committer, this::insistence);
  }

  @Override
  public ReplicaState state(TableIdentifier identifier) {
    heal(identifier);
    Table table;
    try {
      table = tables.pinned(identifier);
    } catch (IceRunnerException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return ReplicaState.MISSING;
      }
      throw e;
    }
    boolean isEmpty = isEmpty(table);
    try {
      @Nullable StoredRecord stored = StoredRecord.of(table);
      return stored == null
          ? new ReplicaState(true, isEmpty, null, null)
          : new ReplicaState(true, isEmpty, stored.record(), RecordCheck.damage(table, stored));
    } catch (DamagedRecordException e) {
      return new ReplicaState(
          true,
          isEmpty,
          null,
          "The property %s of table %s is damaged: %s"
              .formatted(ReplicaRecord.PROPERTY, table.name(), e.getMessage()));
    }
  }

  @Override
  public ReplicaLoad open(LoadRequest request, BufferAllocator allocator) {
    heal(request.table());
    return CatalogLoad.open(this, request, allocator, executor);
  }

  @Override
  public ReplicaLoad openCopy(LoadRequest request, BufferAllocator allocator) {
    if (mappers.isOfHost()) {
      throw CopyLoad.refused(request, "type mappers decide what its values become");
    }
    heal(request.table());
    return CopyLoad.open(this, request);
  }

  private void heal(TableIdentifier table) {
    if (!healed.contains(table)) {
      if (CatalogRepair.supports(tables.catalog())) {
        CatalogRepair.run(tables.catalog(), table, false);
      }
      healed.add(table);
    }
  }

  private static boolean isEmpty(Table table) {
    @Nullable Snapshot head = table.currentSnapshot();
    if (head == null) {
      return true;
    }
    @Nullable String rows = head.summary().get(SnapshotSummary.TOTAL_RECORDS_PROP);
    if (rows != null) {
      return rows.equals("0");
    }
    List<ManifestFile> manifests = head.dataManifests(table.io());
    return manifests.stream().noneMatch(m -> m.hasAddedFiles() || m.hasExistingFiles());
  }

  TablePreparation preparation() {
    return preparation;
  }

  TableCommitter committer() {
    return committer;
  }

  Insistence insistence() {
    return new Insistence(patience, () -> closed);
  }

  /** What is kept when rows are loaded in this way. */
  Retention retention(LoadMode mode) {
    return mode == LoadMode.REPLACE
        ? retention
        : new Retention(
            Duration.ofHours(KEPT_HOURS).toMillis(), retention.least(), retention.most());
  }

  /** Nothing is owned; a commit whose outcome is not known is not waited for any longer. */
  @Override
  public void close() {
    closed = true;
  }
}

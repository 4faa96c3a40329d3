package io.icerunner.internal.commit;

import io.icerunner.internal.catalog.CatalogErrors;
import io.icerunner.internal.catalog.GuardedOperations;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.ExpireSnapshots;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.util.PropertyUtil;
import org.apache.iceberg.util.SnapshotUtil;
import org.jspecify.annotations.Nullable;

/**
 * Forgets old snapshots of a table whose files are its own, and deletes the files that only they
 * needed, data files too. Without that each commit costs more than the one before, and a table
 * whose rows are replaced again and again fills the disk.
 *
 * <p>Snapshots stay that are younger than a reader may take, the newest few, and those that a tag
 * or another branch needs. A table with {@code gc.enabled} false keeps all.
 */
public final class SnapshotExpiry {
  private final Retention retention;

  /**
   * What is kept.
   *
   * @param millis younger snapshots stay; the table property {@code
   *     history.expire.max-snapshot-age-ms} wins if it asks for more
   * @param least how many of the newest stay at least; {@code history.expire.min-snapshots-to-keep}
   *     wins if it asks for more
   * @param most how many stay at most, however young they are: commits that come fast would
   *     otherwise become slower and slower
   */
  public record Retention(long millis, int least, int most) {}

  /** As the retention says. */
  public SnapshotExpiry(Retention retention) {
    this.retention = retention;
  }

  /**
   * Expires snapshots of the main branch.
   *
   * @param due how many must be old for it to be worth a commit
   * @return how many were expired
   * @throws io.icerunner.error.IceRunnerException as {@link TableCommitter#change}
   */
  public int run(Table table, int due) {
    Table guarded = GuardedOperations.guard(table);
    boolean keepsAll =
        !PropertyUtil.propertyAsBoolean(
            table.properties(), TableProperties.GC_ENABLED, TableProperties.GC_ENABLED_DEFAULT);
    if (keepsAll) {
      return 0;
    }
    try {
      return CommitLocks.locked(guarded.location(), () -> expire(guarded, due));
    } catch (RuntimeException e) {
      throw CatalogErrors.translate("expire snapshots of table " + table.name(), e);
    }
  }

  private int expire(Table table, int due) {
    table.refresh();
    List<Snapshot> old = old(table);
    if (old.size() < due) {
      return 0;
    }
    ExpireSnapshots expiry = table.expireSnapshots().planWith(DirectExecutor.INSTANCE);
    if (table.refs().keySet().equals(Set.of(SnapshotRef.MAIN_BRANCH))) {
      // By age, Iceberg needs to read no more than what the expired snapshots changed.
      expiry.retainLast(least(table)).expireOlderThan(old.get(0).timestampMillis() + 1);
    } else {
      expiry.expireOlderThan(0);
      old.forEach(snapshot -> expiry.expireSnapshotId(snapshot.snapshotId()));
    }
    expiry.commit();
    return old.size();
  }

  /** Newest first. */
  private List<Snapshot> old(Table table) {
    @Nullable Snapshot head = table.currentSnapshot();
    if (head == null) {
      return List.of();
    }
    long youngest = System.currentTimeMillis() - millis(table);
    int least = least(table);
    Set<Long> referred =
        MetadataExpiry.referredOtherwise(((HasTableOperations) table).operations().current());
    List<Snapshot> old = new ArrayList<>();
    int kept = 0;
    for (Snapshot snapshot : SnapshotUtil.ancestorsOf(head.snapshotId(), table::snapshot)) {
      boolean isKept =
          old.isEmpty()
              && (kept < least
                  || (kept < retention.most() && snapshot.timestampMillis() >= youngest));
      if (isKept) {
        kept++;
      } else if (!referred.contains(snapshot.snapshotId())) {
        old.add(snapshot);
      }
    }
    return old;
  }

  private long millis(Table table) {
    return Math.max(
        retention.millis(),
        PropertyUtil.propertyAsLong(table.properties(), TableProperties.MAX_SNAPSHOT_AGE_MS, 0));
  }

  private int least(Table table) {
    return Math.max(
        retention.least(),
        PropertyUtil.propertyAsInt(table.properties(), TableProperties.MIN_SNAPSHOTS_TO_KEEP, 1));
  }
}

package io.icerunner.internal.scan;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.TableVersion;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.SnapshotRef;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.util.SnapshotUtil;
import org.jspecify.annotations.Nullable;

/**
 * A snapshot of a table and the schema that applies to it: the snapshot's own when it was chosen by
 * id, time or tag; the table's current one for a branch or a range of changes.
 *
 * @param snapshot null for a table that has none
 */
record PinnedSnapshot(@Nullable Snapshot snapshot, Schema schema) {

  OptionalLong id() {
    return snapshot == null ? OptionalLong.empty() : OptionalLong.of(snapshot.snapshotId());
  }

  /** A version that an earlier look at the table pinned to a snapshot. */
  static PinnedSnapshot pinned(
      TableIdentifier identifier, Table table, TableVersion version, long snapshotId) {
    if (snapshotId == SnapshotResolver.NO_SNAPSHOT) {
      return new PinnedSnapshot(null, table.schema());
    }
    Snapshot snapshot = table.snapshot(snapshotId);
    if (snapshot == null) {
      throw IceRunnerException.notFound(
          "Cannot read table %s: snapshot %s of table %s has expired; ask for the table again"
              .formatted(identifier, snapshotId, identifier));
    }
    return new PinnedSnapshot(
        snapshot,
        hasOwnSchema(table, version) ? SnapshotUtil.schemaFor(table, snapshotId) : table.schema());
  }

  private static boolean hasOwnSchema(Table table, TableVersion version) {
    if (version instanceof TableVersion.Ref named) {
      SnapshotRef ref = table.refs().get(named.name());
      return !named.name().equals(SnapshotRef.MAIN_BRANCH) && (ref == null || ref.isTag());
    }
    return !(version instanceof TableVersion.Current || version instanceof TableVersion.Changes);
  }

  static PinnedSnapshot of(TableIdentifier identifier, Table table, TableVersion version) {
    if (version instanceof TableVersion.Snapshot chosen) {
      return byId(identifier, table, chosen.snapshotId());
    } else if (version instanceof TableVersion.AsOf asOf) {
      return asOf(identifier, table, asOf.time());
    } else if (version instanceof TableVersion.Ref ref) {
      return byRef(identifier, table, ref.name());
    } else if (version instanceof TableVersion.Changes range && range.to() != null) {
      return new PinnedSnapshot(ChangeRange.end(identifier, table, range.to()), table.schema());
    }
    return new PinnedSnapshot(table.currentSnapshot(), table.schema());
  }

  private static PinnedSnapshot byId(TableIdentifier identifier, Table table, long snapshotId) {
    Snapshot snapshot = table.snapshot(snapshotId);
    if (snapshot == null) {
      throw IceRunnerException.notFound(
          "Cannot read table %s: it has no snapshot %s; the snapshot may have expired"
              .formatted(identifier, snapshotId));
    }
    return new PinnedSnapshot(snapshot, SnapshotUtil.schemaFor(table, snapshotId));
  }

  private static PinnedSnapshot asOf(TableIdentifier identifier, Table table, Instant time) {
    Long snapshotId = SnapshotUtil.nullableSnapshotIdAsOfTime(table, toMillis(time));
    if (snapshotId == null) {
      throw IceRunnerException.notFound(
          "Cannot read table %s as of %s: %s".formatted(identifier, time, firstSnapshot(table)));
    }
    return byId(identifier, table, snapshotId);
  }

  private static String firstSnapshot(Table table) {
    return table.history().isEmpty()
        ? "it has no snapshots"
        : "its first snapshot was current from "
            + Instant.ofEpochMilli(table.history().get(0).timestampMillis());
  }

  private static PinnedSnapshot byRef(TableIdentifier identifier, Table table, String name) {
    if (name.equals(SnapshotRef.MAIN_BRANCH)) {
      return new PinnedSnapshot(table.currentSnapshot(), table.schema());
    }
    SnapshotRef ref = table.refs().get(name);
    if (ref == null) {
      throw IceRunnerException.notFound(
          "Cannot read table %s: it has no branch or tag '%s'; it has %s"
              .formatted(identifier, name, new TreeSet<>(table.refs().keySet())));
    }
    PinnedSnapshot atHead = byId(identifier, table, ref.snapshotId());
    return ref.isTag() ? atHead : new PinnedSnapshot(atHead.snapshot(), table.schema());
  }

  private static long toMillis(Instant time) {
    try {
      return time.toEpochMilli();
    } catch (ArithmeticException e) {
      return time.getEpochSecond() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }
  }
}

package io.icerunner.internal.scan;

import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.ScanPlan;
import java.util.List;
import java.util.OptionalLong;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;
import org.jspecify.annotations.Nullable;

/** A table at the snapshot that one statement reads. */
record PinnedTable(
    TableIdentifier identifier,
    Schema schema,
    int formatVersion,
    @Nullable SnapshotSource source,
    ScanPlanner planner)
    implements ResolvedTable {

  /**
   * @throws io.icerunner.error.IceRunnerException UNSUPPORTED if the table's format version is not
   *     known
   */
  static PinnedTable of(
      TableIdentifier identifier, Table table, PinnedSnapshot pinned, ScanPlanner planner) {
    int formatVersion = TableRules.formatVersion(identifier, table);
    Snapshot snapshot = pinned.snapshot();
    SnapshotSource source =
        snapshot == null
            ? null
            : new SnapshotSource(identifier, table, snapshot, pinned.schema(), formatVersion);
    return new PinnedTable(identifier, pinned.schema(), formatVersion, source, planner);
  }

  @Override
  public OptionalLong snapshotId() {
    return source == null ? OptionalLong.empty() : OptionalLong.of(source.snapshot().snapshotId());
  }

  @Override
  public OptionalLong recordCount() {
    return source == null ? OptionalLong.of(0) : planner.totals(source).records();
  }

  @Override
  public OptionalLong totalBytes() {
    return source == null ? OptionalLong.of(0) : planner.totals(source).bytes();
  }

  @Override
  public ScanPlan plan(Expression filter) {
    TableRules.requireReadable(identifier, schema);
    return source == null ? new ScanPlan(schema, List.of()) : planner.plan(source, filter);
  }
}

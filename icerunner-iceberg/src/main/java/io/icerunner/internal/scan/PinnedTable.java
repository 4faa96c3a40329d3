package io.icerunner.internal.scan;

import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.ScanPlan;
import java.util.List;
import java.util.OptionalLong;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;
import org.jspecify.annotations.Nullable;

/** A table at the snapshot that one statement reads, or the changes up to that snapshot. */
public final class PinnedTable implements ResolvedTable {
  private final TableIdentifier identifier;
  private final Table table;
  private final Schema schema;
  private final int formatVersion;
  private final @Nullable ChangeRange range;
  private final @Nullable SnapshotSource source;
  private final ScanPlanner planner;

  private PinnedTable(
      TableIdentifier identifier,
      Table table,
      PinnedSnapshot pinned,
      @Nullable ChangeRange range,
      ScanPlanner planner) {
    this.identifier = identifier;
    this.table = table;
    this.schema = pinned.schema();
    this.formatVersion = TableRules.formatVersion(identifier, table);
    this.range = range;
    Snapshot snapshot = pinned.snapshot();
    this.source =
        snapshot == null
            ? null
            : new SnapshotSource(identifier, table, snapshot, schema, formatVersion, range);
    this.planner = planner;
  }

  /**
   * @param range the part of the snapshot that is read; null for all of it
   * @throws io.icerunner.error.IceRunnerException UNSUPPORTED if the table's format version is not
   *     known
   */
  static PinnedTable of(
      TableIdentifier identifier,
      Table table,
      PinnedSnapshot pinned,
      @Nullable ChangeRange range,
      ScanPlanner planner) {
    return new PinnedTable(identifier, table, pinned, range, planner);
  }

  @Override
  public TableIdentifier identifier() {
    return identifier;
  }

  @Override
  public Schema schema() {
    return schema;
  }

  @Override
  public int formatVersion() {
    return formatVersion;
  }

  /** What tells this table from another one that has had its name; null if it has none. */
  public @Nullable String uuid() {
    return table instanceof HasTableOperations operated
        ? operated.operations().current().uuid()
        : table.uuid().toString();
  }

  @Override
  public OptionalLong snapshotId() {
    return source == null ? OptionalLong.empty() : OptionalLong.of(source.snapshot().snapshotId());
  }

  /** The snapshot; null for a table that has none yet. */
  public @Nullable Snapshot snapshot() {
    return source == null ? null : source.snapshot();
  }

  /** The place of the snapshot among the table's commits; empty without a snapshot. */
  public OptionalLong sequenceNumber() {
    return source == null
        ? OptionalLong.empty()
        : OptionalLong.of(source.snapshot().sequenceNumber());
  }

  /** Whether these are changes only. */
  public boolean isRange() {
    return range != null;
  }

  /** The snapshot after which the changes begin; null for all, or if these are no changes. */
  public @Nullable Long rangeStart() {
    return range == null ? null : range.from();
  }

  /**
   * What happened up to the snapshot.
   *
   * @param from the snapshot after which the changes begin; null for the beginning of the history
   */
  public TableChanges changesSince(@Nullable Long from) {
    return TableChanges.between(table, from, snapshot());
  }

  /** How many rows a snapshot of {@link TableChanges#appended} added. */
  public long addedRecords(Snapshot appended) {
    return AddedTotals.records(table, appended);
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

  /**
   * The data files that hold these rows and nothing else, so that they can be given away.
   *
   * @throws io.icerunner.error.IceRunnerException UNSUPPORTED naming a file of which rows are
   *     deleted, or that is not to be understood without its table
   */
  public TableFiles wholeFiles() {
    TableRules.requireReadable(identifier, schema);
    return source == null ? new TableFiles(List.of(), table.io()) : planner.wholeFiles(source);
  }
}

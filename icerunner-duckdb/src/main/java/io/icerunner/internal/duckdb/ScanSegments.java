package io.icerunner.internal.duckdb;

import io.icerunner.internal.duckdb.sql.PlannedStatement;
import io.icerunner.internal.duckdb.sql.TableSql;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.ScanPlan;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Types.NestedField;

/**
 * Cuts a large scan into segments that can be read at the same time: some small files, or some row
 * groups of a large one. Segments that cut row groups would cost more than they give.
 */
final class ScanSegments {
  /** Smaller scans are not worth a second thread. */
  static final long LEAST_ROWS = 1_000_000;

  private static final long SEGMENT_ROWS = 200_000;
  private static final long LARGE_FILE_BYTES = 4L << 20;
  private static final int MOST_FILES = 50;
  private static final String ROW_NUMBER = "file_row_number";

  private final RowGroups rowGroups;
  private final ResolvedTable table;
  private final ScanPlan plan;
  private final List<NestedField> columns;
  private final List<PlannedStatement> segments = new ArrayList<>();

  private ScanSegments(
      RowGroups rowGroups, ResolvedTable table, ScanPlan plan, List<NestedField> columns) {
    this.rowGroups = rowGroups;
    this.table = table;
    this.plan = plan;
    this.columns = columns;
  }

  /** The segments in the order of the plan; fewer than two if the scan is not worth cutting. */
  static List<PlannedStatement> of(
      RowGroups rowGroups, ResolvedTable table, ScanPlan plan, List<NestedField> columns) {
    if (columns.isEmpty() || plan.recordCount() < LEAST_ROWS || namesARowNumber(plan)) {
      return List.of();
    }
    ScanSegments cut = new ScanSegments(rowGroups, table, plan, columns);
    plan.groups().forEach(cut::cut);
    return cut.segments;
  }

  private static boolean namesARowNumber(ScanPlan plan) {
    return plan.groups().stream()
        .flatMap(group -> group.fileSchema().columns().stream())
        .anyMatch(column -> column.name().equalsIgnoreCase(ROW_NUMBER));
  }

  private void cut(ScanPlan.Group group) {
    List<ScanPlan.File> small = new ArrayList<>();
    long rows = 0;
    for (ScanPlan.File file : group.files()) {
      if (file.sizeInBytes() >= LARGE_FILE_BYTES && file.recordCount() > SEGMENT_ROWS) {
        addFiles(group, small);
        rows = 0;
        cut(group, file);
        continue;
      }
      small.add(file);
      rows += file.recordCount();
      if (rows >= SEGMENT_ROWS || small.size() == MOST_FILES) {
        addFiles(group, small);
        rows = 0;
      }
    }
    addFiles(group, small);
  }

  private void addFiles(ScanPlan.Group group, List<ScanPlan.File> files) {
    if (!files.isEmpty()) {
      add(ScanSql.scan(part(group, files), columns));
      files.clear();
    }
  }

  private void cut(ScanPlan.Group group, ScanPlan.File file) {
    long from = 0;
    long end = 0;
    for (long rows : rowGroups.of(file.path(), InstanceKey.roots(plan))) {
      end += rows;
      if (end - from >= SEGMENT_ROWS) {
        addRows(group, file, from, end);
        from = end;
      }
    }
    if (end > from) {
      addRows(group, file, from, end);
    }
  }

  private void addRows(ScanPlan.Group group, ScanPlan.File file, long from, long end) {
    String rows = " WHERE %s BETWEEN %d AND %d".formatted(ROW_NUMBER, from, end - 1);
    TableSql.Scan whole = ScanSql.scan(part(group, List.of(file)), columns);
    add(new TableSql.Scan(whole.select() + rows, whole.setup(), whole.roots()));
  }

  private ScanPlan part(ScanPlan.Group group, List<ScanPlan.File> files) {
    ScanPlan.Group part =
        new ScanPlan.Group(group.fileSchema(), group.current(), group.constants(), files);
    return new ScanPlan(plan.schema(), List.of(part), plan.roots());
  }

  private void add(TableSql.Scan scan) {
    segments.add(
        new PlannedStatement(scan.select(), scan.setup(), List.of(table), scan.roots(), true, 0));
  }
}

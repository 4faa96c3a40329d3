package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.sql.PlannedStatement;
import io.icerunner.internal.duckdb.sql.PredicateText;
import io.icerunner.internal.duckdb.sql.StatementPlanner;
import io.icerunner.internal.duckdb.sql.TableSql;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.ScanPlan;
import io.icerunner.spi.SqlQuery;
import io.icerunner.spi.TableScan;
import io.icerunner.spi.TableVersion;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.iceberg.expressions.Expressions;
import org.apache.iceberg.types.Types.NestedField;

/** Turns a scan of one table into a statement. */
final class ScanPlanner {
  private final StatementPlanner planner;
  private final RowGroups rowGroups;

  ScanPlanner(StatementPlanner planner, RowGroups rowGroups) {
    this.planner = planner;
    this.rowGroups = rowGroups;
  }

  /**
   * The statements whose results, one after the other, are the scan's: more than one only if it is
   * large enough to be read by several threads.
   */
  List<PlannedStatement> plan(TableScan scan, boolean parallel) {
    List<NestedField> columns = columns(scan);
    String filter = scan.filter();
    if (filter != null) {
      return List.of(matching(scan, filter));
    }
    ScanPlan plan = scan.table().plan(Expressions.alwaysTrue());
    if (parallel) {
      List<PlannedStatement> segments = ScanSegments.of(rowGroups, scan.table(), plan, columns);
      if (segments.size() > 1) {
        return segments;
      }
    }
    return List.of(everything(scan.table(), plan, columns));
  }

  private static PlannedStatement everything(
      ResolvedTable table, ScanPlan plan, List<NestedField> columns) {
    TableSql.Scan text = ScanSql.scan(plan, columns);
    return new PlannedStatement(text.select(), text.setup(), List.of(table), text.roots(), true, 0);
  }

  /** The client's predicate passes the same checks as a statement. */
  private PlannedStatement matching(TableScan scan, String filter) {
    PredicateText.check(filter);
    ResolvedTable table = scan.table();
    String name = table.identifier().name();
    String columns =
        scan.columns().isEmpty()
            ? "NULL"
            : scan.columns().stream().map(SqlText::name).collect(Collectors.joining(", "));
    String sql = "SELECT %s FROM %s WHERE (%s\n)".formatted(columns, SqlText.name(name), filter);
    return planner.plan(
        SqlQuery.of(sql, ZoneOffset.UTC),
        (parts, version) -> only(table, parts, version),
        new ScanSql());
  }

  private static ResolvedTable only(ResolvedTable table, List<String> parts, TableVersion version) {
    if (parts.equals(List.of(table.identifier().name()))
        && version instanceof TableVersion.Current) {
      return table;
    }
    throw IceRunnerException.invalidArgument(
        "Cannot filter the table %s: the filter names the table %s; it can only use columns of the table itself"
            .formatted(table.identifier(), String.join(".", parts)));
  }

  private static List<NestedField> columns(TableScan scan) {
    List<NestedField> columns = new ArrayList<>();
    for (String name : scan.columns()) {
      NestedField column =
          scan.table().schema().columns().stream()
              .filter(field -> field.name().equals(name))
              .findFirst()
              .orElseThrow(
                  () ->
                      IceRunnerException.invalidArgument(
                          "Cannot read the table %s: it has no column %s"
                              .formatted(scan.table().identifier(), name)));
      columns.add(column);
    }
    return columns;
  }
}

package io.icerunner.internal.duckdb.sql;

import io.icerunner.spi.ResolvedTable;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.expressions.Expression;

/**
 * Gives the SQL text that stands for a table in a statement. Two kinds exist: real scans, and empty
 * stand-ins with the right column types for describing a statement.
 */
@FunctionalInterface
public interface TableSql {

  /**
   * The text for one occurrence of a table.
   *
   * @throws io.icerunner.error.IceRunnerException if the table cannot be read
   */
  Scan scan(Occurrence occurrence);

  /**
   * One place where a statement names a table.
   *
   * @param number 0, 1, … in the order of the text: unique in the statement, for names of variables
   * @param table the pinned table
   * @param filter what the statement asks of this table's rows, for pruning files only; {@code
   *     Expressions.alwaysTrue()} if nothing is known
   * @param alone true if the statement names no other table and has no join
   * @param nestedAccess true if the statement may take single fields out of structs
   */
  record Occurrence(
      int number, ResolvedTable table, Expression filter, boolean alone, boolean nestedAccess) {}

  /**
   * The text of a scan.
   *
   * @param select a SELECT without parentheses whose columns are the table's, in order and under
   *     the table's own names
   * @param setup as in {@link PlannedStatement}
   * @param roots as in {@link PlannedStatement}
   */
  record Scan(String select, List<String> setup, Set<String> roots) {
    public Scan {
      setup = List.copyOf(setup);
      roots = Set.copyOf(roots);
    }
  }
}

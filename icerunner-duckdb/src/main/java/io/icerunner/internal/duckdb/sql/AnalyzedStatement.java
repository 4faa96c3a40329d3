package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;

/**
 * A statement that passed the gate, as far as it can be understood without a catalog. Immutable and
 * cached.
 *
 * @param text what was parsed
 * @param root the query node
 * @param tables all references to tables of the catalog, by number
 * @param references the same by node, compared by identity
 * @param selects all SELECTs in it
 * @param columns columns with qualified names
 * @param rowCounts SELECTs that only count the rows of a table
 * @param shape what it does beside reading tables
 */
record AnalyzedStatement(
    StatementText text,
    JsonNode root,
    List<TableReference> tables,
    Map<JsonNode, TableReference> references,
    List<SelectScope> selects,
    List<ColumnReference> columns,
    List<RowCount> rowCounts,
    Shape shape) {

  /**
   * @param plainScan one table, filtered and projected row by row
   * @param alone one table and no join
   * @param nestedAccess fields may be taken out of structs
   */
  record Shape(boolean plainScan, boolean alone, boolean nestedAccess) {}
}

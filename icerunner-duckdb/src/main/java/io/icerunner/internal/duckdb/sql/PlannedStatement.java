package io.icerunner.internal.duckdb.sql;

import io.icerunner.spi.ResolvedTable;
import java.util.List;
import java.util.Set;

/**
 * One SELECT that is safe to give to DuckDB: every table has become a scan of planned files.
 *
 * @param sql the text for DuckDB; positional parameters are written {@code $1}, {@code $2}, … or
 *     {@code ?}, as the client wrote them
 * @param setup statements that make the variables and temporary tables that the text names by their
 *     content: each must have run on the connection before the text is prepared
 * @param tables the tables the statement reads, each once
 * @param roots the folders whose files the text or its setup names, each ending with a slash
 * @param plainScan true if the statement only filters and projects one scan: one thread is best
 * @param parameterCount how many parameters it takes
 */
public record PlannedStatement(
    String sql,
    List<String> setup,
    List<ResolvedTable> tables,
    Set<String> roots,
    boolean plainScan,
    int parameterCount) {
  public PlannedStatement {
    setup = List.copyOf(setup);
    tables = List.copyOf(tables);
    roots = Set.copyOf(roots);
  }
}

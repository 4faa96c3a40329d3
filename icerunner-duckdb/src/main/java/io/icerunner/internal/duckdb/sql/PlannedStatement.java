package io.icerunner.internal.duckdb.sql;

import io.icerunner.spi.ResolvedTable;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One SELECT that is safe to give to DuckDB: every table has become a scan of planned files.
 *
 * @param sql the text for DuckDB; positional parameters are written {@code $1}, {@code $2}, … or
 *     {@code ?}, as the client wrote them
 * @param fileLists variables the text reads, by name: each must be set to its list of paths on the
 *     connection before the text is prepared
 * @param tables the tables the statement reads, each once
 * @param files the files the text names, itself or by variables
 * @param plainScan true if the statement only filters and projects one scan: one thread is best
 * @param parameterCount how many parameters it takes
 */
public record PlannedStatement(
    String sql,
    Map<String, List<String>> fileLists,
    List<ResolvedTable> tables,
    Set<String> files,
    boolean plainScan,
    int parameterCount) {
  public PlannedStatement {
    fileLists = Map.copyOf(fileLists);
    tables = List.copyOf(tables);
    files = Set.copyOf(files);
  }
}

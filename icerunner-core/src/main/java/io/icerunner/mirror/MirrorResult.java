package io.icerunner.mirror;

import java.time.Duration;
import java.util.List;

/**
 * What a cycle did.
 *
 * @param tables each table's result, sorted by the source's name; a table that failed is among them
 */
public record MirrorResult(List<TableMirrorResult> tables, Duration duration) {

  /** Copies. */
  public MirrorResult {
    tables = List.copyOf(tables);
  }

  /** Whether every target equals its source as it was during the cycle. */
  public boolean isComplete() {
    return tables.stream().allMatch(TableMirrorResult::isComplete);
  }

  /** Rows committed, of all tables. */
  public long rows() {
    return tables.stream().mapToLong(TableMirrorResult::rows).sum();
  }

  /** Bytes of these rows in memory. */
  public long bytes() {
    return tables.stream().mapToLong(TableMirrorResult::bytes).sum();
  }

  /** Batches these rows came in. */
  public long batches() {
    return tables.stream().mapToLong(TableMirrorResult::batches).sum();
  }

  /** Commits, of all tables. */
  public int commits() {
    return tables.stream().mapToInt(TableMirrorResult::commits).sum();
  }
}

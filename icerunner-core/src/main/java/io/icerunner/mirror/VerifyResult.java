package io.icerunner.mirror;

import java.util.List;

/**
 * How targets compare with their sources.
 *
 * @param tables each table's result, sorted by the source's name
 */
public record VerifyResult(List<TableVerification> tables) {

  /** Copies. */
  public VerifyResult {
    tables = List.copyOf(tables);
  }

  /** Whether all targets have the rows of their sources. */
  public boolean isEqual() {
    return tables.stream().allMatch(TableVerification::isEqual);
  }
}

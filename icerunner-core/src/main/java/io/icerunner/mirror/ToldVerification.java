package io.icerunner.mirror;

import io.icerunner.internal.mirror.verify.VerifiedColumn;
import io.icerunner.internal.mirror.verify.VerifiedTable;
import java.util.List;

/** Tells in a user's words how targets compare with their sources. */
final class ToldVerification {
  private ToldVerification() {}

  static VerifyResult result(List<VerifiedTable> tables) {
    return new VerifyResult(tables.stream().map(ToldVerification::result).toList());
  }

  private static TableVerification result(VerifiedTable table) {
    return new TableVerification(
        table.pair().name(),
        table.pair().target().toString(),
        table.isEqual(),
        table.isExactVersion(),
        table.sourceRows(),
        table.targetRows(),
        table.differences().stream().map(ToldVerification::difference).toList(),
        table.explanation(),
        table.failure());
  }

  private static ColumnDifference difference(VerifiedColumn column) {
    return new ColumnDifference(
        column.column(),
        column.sourceDigest(),
        column.targetDigest(),
        column.sourceNulls(),
        column.targetNulls());
  }
}

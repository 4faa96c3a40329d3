package io.icerunner.internal.replica;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/** Keeps two mirrors from writing one table: a commit needs the record that it was based on. */
final class Fence {
  private Fence() {}

  /**
   * The record of a table.
   *
   * @param replaces whether the rows it speaks of go; then a damaged one counts as none
   * @throws IceRunnerException INTERNAL if it is damaged
   */
  static @Nullable StoredRecord record(Table table, boolean replaces) {
    try {
      return StoredRecord.of(table);
    } catch (DamagedRecordException e) {
      if (replaces) {
        return null;
      }
      throw IceRunnerException.internal(
          "Cannot append to table %s: its property %s is damaged, %s"
              .formatted(table.name(), ReplicaRecord.PROPERTY, e.getMessage()),
          e);
    }
  }

  /** Whether two records are of the same commit. */
  static boolean isSame(@Nullable ReplicaRecord one, @Nullable ReplicaRecord other) {
    if (one == null || other == null) {
      return one == other;
    }
    return one.run().equals(other.run())
        && one.epoch() == other.epoch()
        && one.commits() == other.commits();
  }

  /**
   * @throws IceRunnerException FENCED if a table has another record than is expected
   */
  static void require(@Nullable ReplicaRecord expected, @Nullable StoredRecord found, Table table) {
    @Nullable ReplicaRecord record = found == null ? null : found.record();
    if (!isSame(expected, record)) {
      throw fenced(table, describe(record), describe(expected));
    }
  }

  /**
   * @throws IceRunnerException FENCED if a mirror that has been taken over from goes on
   */
  static void requireEpoch(RecordUpdate update, @Nullable ReplicaRecord last, Table table) {
    if (last != null && update.epoch() < last.epoch()) {
      throw fenced(
          table,
          describe(last),
          "this is run %s in epoch %s".formatted(update.run(), update.epoch()));
    }
  }

  private static IceRunnerException fenced(Table table, String found, String expected) {
    return new IceRunnerException(
        ErrorCode.FENCED,
        "Cannot mirror into table %s: another mirror has written it (%s; expected: %s); let only one of the two run"
            .formatted(table.name(), found, expected));
  }

  private static String describe(@Nullable ReplicaRecord record) {
    return record == null
        ? "no record"
        : "commit %s by run %s in epoch %s"
            .formatted(record.commits(), record.run(), record.epoch());
  }
}

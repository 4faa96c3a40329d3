package io.icerunner.internal.mirror;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.replica.ReplicaRecord;
import org.jspecify.annotations.Nullable;

/** What one mirror keeps of a table from cycle to cycle. For use by one thread at a time. */
final class MirroredTable {
  private final TablePair pair;
  private final String run;
  private long epoch;
  private boolean fenced;
  private boolean resync;
  private boolean byRows;

  /**
   * @param run names the mirror in records
   * @param resync whether the target is replaced by the first commit
   */
  MirroredTable(TablePair pair, String run, boolean resync) {
    this.pair = pair;
    this.run = run;
    this.resync = resync;
  }

  TablePair pair() {
    return pair;
  }

  String run() {
    return run;
  }

  long epoch() {
    return epoch;
  }

  /** Whether another mirror has taken over for good. */
  boolean isFenced() {
    return fenced;
  }

  boolean isResync() {
    return resync;
  }

  /** Whether a data file of it turned out to be none that the target can have. */
  boolean isByRows() {
    return byRows;
  }

  /** From now on its rows are read. */
  void goByRows() {
    byRows = true;
  }

  void committed() {
    resync = false;
  }

  /**
   * Takes the target over from whoever wrote the record, the first time; later makes sure that
   * nobody took it over since. A mirror that began earlier is overtaken instead.
   *
   * @throws IceRunnerException FENCED if another mirror that is not older has written
   */
  void claim(@Nullable ReplicaRecord record) {
    if (epoch == 0) {
      epoch = record == null ? 1 : record.epoch() + 1;
    } else if (record != null && !record.run().equals(run) && record.epoch() >= epoch) {
      fenced = true;
      throw new IceRunnerException(
          ErrorCode.FENCED,
          "Cannot mirror %s into %s: another mirror, run %s, has taken over; end one of the two"
              .formatted(pair.name(), pair.target(), record.run()));
    }
  }
}

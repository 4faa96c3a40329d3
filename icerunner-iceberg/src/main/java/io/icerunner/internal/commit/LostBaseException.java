package io.icerunner.internal.commit;

import org.apache.iceberg.exceptions.CleanableFailure;
import org.apache.iceberg.exceptions.CommitFailedException;

/** The base of a change is no longer the table's version; nothing was committed. */
final class LostBaseException extends RuntimeException implements CleanableFailure {
  private static final long serialVersionUID = 1L;

  private final CommitFailedException lostRace;

  LostBaseException(CommitFailedException lostRace) {
    super(lostRace.getMessage(), lostRace);
    this.lostRace = lostRace;
  }

  CommitFailedException lostRace() {
    return lostRace;
  }
}

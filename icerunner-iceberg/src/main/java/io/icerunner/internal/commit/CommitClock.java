package io.icerunner.internal.commit;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.apache.iceberg.HasTableOperations;
import org.apache.iceberg.Table;

/** Whether this machine's clock allows a commit: Iceberg takes none with a time that goes back. */
final class CommitClock {
  private static final Duration TOLERANCE = Duration.ofMinutes(1);

  private CommitClock() {}

  /**
   * Checks a table before a commit.
   *
   * @throws IceRunnerException COMMIT_CONFLICT if it was written by a clock that is ahead of this
   *     one
   */
  static void require(Table table, Clock clock) {
    Instant written =
        Instant.ofEpochMilli(
            ((HasTableOperations) table).operations().current().lastUpdatedMillis());
    Instant now = clock.instant();
    if (written.isAfter(now.plus(TOLERANCE))) {
      throw new IceRunnerException(
          ErrorCode.COMMIT_CONFLICT,
          "Cannot commit to table %s: it was last written at %s, and the clock here says %s; set the clocks right, or wait"
              .formatted(table.name(), written, now));
    }
  }
}

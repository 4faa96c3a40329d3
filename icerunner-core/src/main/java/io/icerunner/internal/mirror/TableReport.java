package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a cycle did for one table.
 *
 * @param rows that were committed
 * @param bytes of them in memory
 * @param batches they came in
 * @param tableRows of the source that the target holds
 * @param position how far the target is; null if nothing was ever committed
 * @param failure null if it went well
 */
public record TableReport(
    TablePair pair,
    CycleOutcome outcome,
    long rows,
    long bytes,
    long batches,
    int commits,
    long tableRows,
    @Nullable String position,
    @Nullable IceRunnerException failure,
    Duration duration) {

  /** Whether the target equalled the source. */
  boolean isComplete() {
    return failure == null;
  }
}

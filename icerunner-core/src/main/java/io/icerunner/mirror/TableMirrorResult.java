package io.icerunner.mirror;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a cycle did for one table.
 *
 * @param source the name of the source's table
 * @param target the name of the target's table
 * @param rows that were committed
 * @param bytes of them in memory
 * @param batches they came in
 * @param commits that were made
 * @param tableRows of the source that the target holds now
 * @param position how far the target is, as JSON; null if nothing was ever committed
 * @param failure why it failed or stopped; null if it did not. Commits before it stay
 */
public record TableMirrorResult(
    String source,
    String target,
    TableOutcome outcome,
    long rows,
    long bytes,
    long batches,
    int commits,
    long tableRows,
    @Nullable String position,
    @Nullable IceRunnerException failure,
    Duration duration) {

  /** Whether the target equals the source as it was during the cycle. */
  public boolean isComplete() {
    return failure == null;
  }
}

package io.icerunner.internal.mirror;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far the cycle of a table is.
 *
 * @param rows read in this cycle, committed or not
 * @param bytes of them in memory
 * @param announcedRows of this cycle, as far as the source told; -1 if it did not
 * @param commits made in this cycle
 * @param position of the last commit; null if there is none
 */
public record CycleProgress(
    CycleStep step,
    TablePair pair,
    long rows,
    long bytes,
    long announcedRows,
    int commits,
    Duration elapsed,
    @Nullable String position) {}

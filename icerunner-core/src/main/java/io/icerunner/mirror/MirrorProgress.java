package io.icerunner.mirror;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How far the cycle of a table is.
 *
 * @param step what was done last
 * @param source the name of the source's table
 * @param target the name of the target's table
 * @param rows read in this cycle, committed or not
 * @param bytes of them in memory
 * @param announcedRows how many rows the source said will come in this cycle; -1 if it did not
 * @param commits made in this cycle
 * @param elapsed since the cycle of the table began
 * @param position of the last commit, as JSON; null if there is none
 */
public record MirrorProgress(
    MirrorStep step,
    String source,
    String target,
    long rows,
    long bytes,
    long announcedRows,
    int commits,
    Duration elapsed,
    @Nullable String position) {}

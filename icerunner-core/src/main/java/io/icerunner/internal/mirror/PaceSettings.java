package io.icerunner.internal.mirror;

import java.time.Duration;

/**
 * How fast a mirror goes.
 *
 * @param parallelTables how many tables are copied at a time
 * @param maxRowsPerSecond of all tables together; 0 for no limit
 * @param maxBytesPerSecond in memory, of all tables together; 0 for no limit
 * @param patience how long one run repeats what fails in passing without a commit between
 * @param longestPause between two attempts
 */
public record PaceSettings(
    int parallelTables,
    long maxRowsPerSecond,
    long maxBytesPerSecond,
    Duration patience,
    Duration longestPause) {}

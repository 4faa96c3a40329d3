package io.icerunner.cli;

import io.icerunner.mirror.MirrorBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How often and how fast. */
final class PaceOptions {
  @Option(
      names = "--one-time",
      description = "Bring every target to its source once, and end. Default: until stopped.")
  private boolean oneTime;

  @Option(
      names = {"-i", "--interval"},
      paramLabel = "TIME",
      converter = DurationText.class,
      description = "Seconds between two looks at the source, or 5m and the like. Default: 60.")
  private Duration interval = MirrorBuilder.DEFAULT_INTERVAL;

  @Option(
      names = "--parallel-tables",
      paramLabel = "N",
      description = "Tables at a time. Default: " + MirrorBuilder.DEFAULT_PARALLEL_TABLES + ".")
  private int parallelTables = MirrorBuilder.DEFAULT_PARALLEL_TABLES;

  @Option(
      names = "--parallel-endpoints",
      paramLabel = "N",
      description =
          "Endpoints of a table that are read at a time. Default: "
              + MirrorBuilder.DEFAULT_PARALLEL_ENDPOINTS
              + ".")
  private int parallelEndpoints = MirrorBuilder.DEFAULT_PARALLEL_ENDPOINTS;

  @Option(
      names = "--max-rows-per-second",
      paramLabel = "N",
      description = "Read no faster, all tables together.")
  private @Nullable Long maxRowsPerSecond;

  @Option(
      names = "--max-bytes-per-second",
      paramLabel = "BYTES",
      converter = ByteCountText.class,
      description = "The same in bytes, as in 500000, 20MB or 64MiB.")
  private @Nullable Long maxBytesPerSecond;

  @Option(
      names = "--patience",
      paramLabel = "TIME",
      converter = DurationText.class,
      description = "With --one-time: how long what fails in passing is tried again. Default: 2m.")
  private Duration patience = MirrorBuilder.DEFAULT_PATIENCE;

  @Option(
      names = "--longest-pause",
      paramLabel = "TIME",
      converter = DurationText.class,
      description = "Pauses between such attempts grow to this. Default: 1m.")
  private Duration longestPause = MirrorBuilder.DEFAULT_LONGEST_PAUSE;

  boolean isOneTime() {
    return oneTime;
  }

  Duration interval() {
    return interval;
  }

  void applyTo(MirrorBuilder builder) {
    if (maxRowsPerSecond != null) {
      builder.maxRowsPerSecond(maxRowsPerSecond);
    }
    if (maxBytesPerSecond != null) {
      builder.maxBytesPerSecond(maxBytesPerSecond);
    }
    builder
        .parallelTables(parallelTables)
        .parallelEndpoints(parallelEndpoints)
        .patience(patience)
        .longestPause(longestPause);
  }
}

package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * How patient a {@link SourceStore} is with a store that is slow, full or out of reach.
 *
 * @param patience the time after which one operation is given up; zero for no second attempt
 * @param firstDelay the longest first pause; each further one may be twice as long
 * @param longestDelay the longest pause
 * @param openReads reads that are open at once; local files are read by fewer
 * @param onRetry told of each repeated attempt, by any thread
 */
public record WeatherPolicy(
    Duration patience,
    Duration firstDelay,
    Duration longestDelay,
    int openReads,
    Consumer<String> onRetry) {
  /** Long enough for a store to scale up, short enough for a job that is watched. */
  public static final Duration DEFAULT_PATIENCE = Duration.ofMinutes(2);

  public static final Duration DEFAULT_FIRST_DELAY = Duration.ofMillis(100);
  public static final Duration DEFAULT_LONGEST_DELAY = Duration.ofSeconds(10);

  /** Enough for 3,000 files per second at 20 ms each. */
  public static final int DEFAULT_OPEN_READS = 64;

  public static final WeatherPolicy DEFAULT =
      new WeatherPolicy(
          DEFAULT_PATIENCE,
          DEFAULT_FIRST_DELAY,
          DEFAULT_LONGEST_DELAY,
          DEFAULT_OPEN_READS,
          message -> {});

  public WeatherPolicy {
    if (patience.isNegative()) {
      throw IceRunnerException.invalidArgument("Invalid patience: " + patience);
    }
    if (firstDelay.toMillis() < 1 || longestDelay.compareTo(firstDelay) < 0) {
      throw IceRunnerException.invalidArgument(
          "Invalid delays: the first, %s, is at least 1 ms and no longer than the longest, %s"
              .formatted(firstDelay, longestDelay));
    }
    if (openReads < 1) {
      throw IceRunnerException.invalidArgument("Invalid number of open reads: " + openReads);
    }
  }

  public WeatherPolicy withPatience(Duration newPatience) {
    return new WeatherPolicy(newPatience, firstDelay, longestDelay, openReads, onRetry);
  }

  public WeatherPolicy withDelays(Duration first, Duration longest) {
    return new WeatherPolicy(patience, first, longest, openReads, onRetry);
  }

  public WeatherPolicy withOpenReads(int reads) {
    return new WeatherPolicy(patience, firstDelay, longestDelay, reads, onRetry);
  }

  public WeatherPolicy withListener(Consumer<String> listener) {
    return new WeatherPolicy(patience, firstDelay, longestDelay, openReads, listener);
  }
}

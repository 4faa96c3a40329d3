package io.icerunner.cli;

import java.time.Duration;
import picocli.CommandLine.Option;

/** How often and how many times: {@code --interval} and {@code --times}. */
final class Repeat {
  @Option(
      names = {"-i", "--interval"},
      paramLabel = "SECONDS",
      defaultValue = "1",
      description = "Seconds between two rounds. Default: ${DEFAULT-VALUE}.")
  private double interval = 1;

  @Option(
      names = "--times",
      paramLabel = "N",
      defaultValue = "0",
      description = "Stop after N rounds; 0 goes on until stopped. Default: ${DEFAULT-VALUE}.")
  private long times;

  interface Round {
    void run(long number) throws Exception;
  }

  /** Runs round after round; the pause lies between the starts of two rounds. */
  void run(Round round) throws Exception {
    if (!(interval >= 0) || times < 0) {
      throw new CommandFailure("Invalid --interval or --times: expected no negative number");
    }
    long pause = Duration.ofNanos((long) (interval * 1e9)).toNanos();
    for (long number = 0; times == 0 || number < times; number++) {
      long start = System.nanoTime();
      round.run(number);
      long left = (pause - (System.nanoTime() - start)) / 1_000_000;
      if (left > 0 && number + 1 != times) {
        Thread.sleep(left);
      }
    }
  }
}

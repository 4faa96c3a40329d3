package io.icerunner.cli;

import io.icerunner.cli.RegisterProgress.StoppedException;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.register.Registration;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** Runs a registration once, or again and again until it is stopped. */
final class RegisterLoop {
  private static final Duration FIRST_BACKOFF = Duration.ofSeconds(1);
  private static final Duration LONGEST_BACKOFF = Duration.ofMinutes(5);

  /** What time may heal: a store or catalog out of reach, and what a producer has not made yet. */
  private static final Set<ErrorCode> PASSING =
      EnumSet.of(
          ErrorCode.UNAVAILABLE,
          ErrorCode.NOT_FOUND,
          ErrorCode.COMMIT_CONFLICT,
          ErrorCode.COMMIT_UNKNOWN,
          ErrorCode.RESOURCE_EXHAUSTED,
          ErrorCode.DEADLINE_EXCEEDED);

  private final Registration registration;
  private final RegisterProgress progress;
  private final RegisterReport report;
  private final StopSignal stop;

  RegisterLoop(
      Registration registration,
      RegisterProgress progress,
      RegisterReport report,
      StopSignal stop) {
    this.registration = registration;
    this.progress = progress;
    this.report = report;
    this.stop = stop;
  }

  /** One run; a failure is thrown. */
  int once() {
    try {
      run();
      return 0;
    } catch (StoppedException e) {
      return stopped();
    }
  }

  /**
   * Run after run until the stop is wished. What may pass is told and tried again after a while;
   * any other failure is thrown.
   */
  int repeat(Duration interval) throws InterruptedException {
    Duration backoff = FIRST_BACKOFF;
    while (!stop.isRequested()) {
      long start = System.nanoTime();
      try {
        run();
        backoff = FIRST_BACKOFF;
        Duration left = interval.minusNanos(System.nanoTime() - start);
        stop.pause(left.isNegative() ? Duration.ZERO : left);
      } catch (StoppedException e) {
        break;
      } catch (IceRunnerException e) {
        if (!PASSING.contains(e.code())) {
          throw e;
        }
        Duration pause = jittered(backoff);
        progress.retrying(e.getMessage() + " (in " + pause.toSeconds() + " s)");
        stop.pause(pause);
        Duration doubled = backoff.multipliedBy(2);
        backoff = doubled.compareTo(LONGEST_BACKOFF) < 0 ? doubled : LONGEST_BACKOFF;
      }
    }
    return stopped();
  }

  private void run() {
    progress.begin();
    report.show(registration.run());
  }

  private int stopped() {
    progress.stopped();
    return 0;
  }

  private static Duration jittered(Duration longest) {
    return Duration.ofMillis(
        ThreadLocalRandom.current().nextLong(longest.toMillis() / 2, longest.toMillis() + 1));
  }
}

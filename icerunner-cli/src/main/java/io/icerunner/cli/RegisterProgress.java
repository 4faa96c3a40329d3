package io.icerunner.cli;

import io.icerunner.register.RegistrationListener;
import io.icerunner.register.RegistrationProgress;
import io.icerunner.register.RegistrationStep;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Tells on standard error how far a registration is, at most once a second, and ends it between two
 * steps when that is wished.
 */
final class RegisterProgress implements RegistrationListener {
  private static final long INTERVAL_NANOS = 1_000_000_000L;

  private final PrintWriter err;
  private final StopSignal stop;
  private long start = System.nanoTime();
  private long lastShown = start;

  RegisterProgress(PrintWriter err, StopSignal stop) {
    this.err = err;
    this.stop = stop;
  }

  /** A run begins. */
  void begin() {
    start = System.nanoTime();
    lastShown = start;
  }

  @Override
  public void progress(RegistrationProgress progress) {
    long now = System.nanoTime();
    if (progress.step() == RegistrationStep.COMMITTED && now - lastShown >= INTERVAL_NANOS) {
      lastShown = now;
      double seconds = (now - start) / 1e9;
      err.println(
          String.format(
              Locale.ROOT,
              "%,d of %,d units, %,d files, %,d rows, %,.0f files/s",
              progress.unitsDone(),
              progress.unitsTotal(),
              progress.files(),
              progress.rows(),
              progress.files() / seconds));
    }
    if (stop.isRequested() && mayEndAfter(progress.step())) {
      throw new StoppedException();
    }
  }

  /** A commit that has begun is waited for, and a run that is over is reported. */
  private static boolean mayEndAfter(RegistrationStep step) {
    return step != RegistrationStep.COMMITTING && step != RegistrationStep.FINISHED;
  }

  @Override
  public void retrying(String message) {
    synchronized (err) {
      err.println("trying again: " + message);
    }
  }

  /** Says that the work has ended because that was wished. */
  void stopped() {
    err.println(StopSignal.GOES_ON);
  }

  /** The run was ended between two steps. */
  static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }
}

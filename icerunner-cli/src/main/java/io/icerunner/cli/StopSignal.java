package io.icerunner.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The wish of Ctrl-C or SIGTERM to end. The program gets some time to end what it is at; closing
 * tells that it has.
 */
final class StopSignal implements AutoCloseable {
  /** What is said when work has ended because that was wished. */
  static final String GOES_ON = "stopped; the next run goes on from here";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private final CountDownLatch requested = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicReference<@Nullable Runnable> action = new AtomicReference<>();
  private final Thread hook = new Thread(this::stop, "icerunner-stop");

  StopSignal() {}

  /** A signal that the process listens to. */
  static StopSignal install() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(signal.hook);
    return signal;
  }

  private void stop() {
    request();
    try {
      boolean inTime = ended.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      if (!inTime) {
        System.err.println("icerunner: stopped while work was going on");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Asks to end, as the signal does. */
  void request() {
    requested.countDown();
    act();
  }

  /** Does this, once, when the signal comes; at once if it has come. */
  void onRequest(Runnable ending) {
    action.set(ending);
    if (isRequested()) {
      act();
    }
  }

  private void act() {
    Runnable ending = action.getAndSet(null);
    if (ending != null) {
      ending.run();
    }
  }

  boolean isRequested() {
    return requested.getCount() == 0;
  }

  /** Waits so long, or until the signal comes. */
  void pause(Duration time) throws InterruptedException {
    boolean ignored = requested.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  @Override
  public void close() {
    ended.countDown();
    if (!isRequested()) {
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException e) {
        // The signal has come this moment; the hook sees that the work has ended.
        requested.countDown();
      }
    }
  }
}

package io.icerunner.mirror;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.ContinuousMirror;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A mirror that runs until it is closed, on daemon threads: they do not keep the JVM from ending.
 * Failures that may pass are repeated for ever, with pauses that grow; a table that stops is left
 * alone, and the others go on. Safe for use by many threads.
 */
public final class MirrorHandle implements AutoCloseable {
  private final ContinuousMirror running;

  MirrorHandle(ContinuousMirror running) {
    this.running = running;
  }

  /** What it is doing. */
  public MirrorState state() {
    return MirrorState.valueOf(running.state().name());
  }

  /** Why it backs off or has stopped, or which tables have; null if there is nothing to say. */
  public @Nullable String reason() {
    return running.reason();
  }

  /**
   * How far the targets may be behind: the time since the start of the last cycle after which each
   * equalled its source; until there was one, since the mirror was started.
   */
  public Duration lag() {
    return running.lag();
  }

  /** The last failure; null if there was none. It stays when a later cycle goes well. */
  public @Nullable IceRunnerException lastError() {
    return running.lastError();
  }

  /**
   * The result of the last cycle, of the tables that were due together; empty before the first is
   * over. A table that takes longer than the others is part of a later one.
   */
  public MirrorResult lastResult() {
    return ToldCycles.result(running.lastReports(), running.lastDuration());
  }

  /** Waits until it has stopped. */
  public void awaitStop() throws InterruptedException {
    running.awaitStop();
  }

  /**
   * Ends it within seconds. What is not committed is dropped; a commit that is under way ends
   * first. Idempotent.
   */
  @Override
  public void close() {
    running.close();
  }
}

package io.icerunner.mirror;

import io.icerunner.error.IceRunnerException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a handle shows. */
interface RunningMirror {
  MirrorState state();

  @Nullable String reason();

  Duration lag();

  @Nullable IceRunnerException lastError();

  MirrorResult lastResult();

  void awaitStop() throws InterruptedException;

  void close();
}

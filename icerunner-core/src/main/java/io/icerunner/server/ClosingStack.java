package io.icerunner.server;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Resources that are closed in the reverse order of their opening, each even if another fails. */
final class ClosingStack implements AutoCloseable {
  private final Deque<AutoCloseable> resources = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T resource) {
    resources.push(resource);
    return resource;
  }

  /** Closes all after a failure, which collects what fails now. */
  void closeAfter(Throwable failure) {
    Throwable second = closeAll();
    if (second != null) {
      failure.addSuppressed(second);
    }
  }

  @Override
  public void close() {
    Throwable failure = closeAll();
    if (failure != null) {
      throw IceRunnerException.internal(
          "Cannot close the server cleanly: " + failure.getMessage(), failure);
    }
  }

  private @Nullable Throwable closeAll() {
    Throwable failure = null;
    while (!resources.isEmpty()) {
      try {
        resources.pop().close();
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    return failure;
  }
}

package io.icerunner.internal.lifecycle;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Resources that are closed in the reverse order of their opening, each even if another fails. */
public final class ClosingStack implements AutoCloseable {
  private final String what;
  private final Deque<AutoCloseable> resources = new ArrayDeque<>();

  /**
   * @param what for messages, as in "the server"
   */
  public ClosingStack(String what) {
    this.what = what;
  }

  public <T extends AutoCloseable> T add(T resource) {
    resources.push(resource);
    return resource;
  }

  /** Closes all after a failure, which collects what fails now. */
  public void closeAfter(Throwable failure) {
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
          "Cannot close %s cleanly: %s".formatted(what, failure.getMessage()), failure);
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

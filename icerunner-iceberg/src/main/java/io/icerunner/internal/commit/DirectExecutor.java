package io.icerunner.internal.commit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.iceberg.SnapshotUpdate;

/**
 * Runs tasks in the calling thread. Iceberg waits for tasks of other threads in steps of ten
 * milliseconds, which is most of the time of a small commit.
 */
final class DirectExecutor extends AbstractExecutorService {
  static final DirectExecutor INSTANCE = new DirectExecutor();

  private DirectExecutor() {}

  /** Gives an update its summary, and lets it work in the calling thread. */
  static <U extends SnapshotUpdate<?>> U prepare(U update, Map<String, String> summary) {
    update.scanManifestsWith(INSTANCE);
    update.writeManifestsWith(INSTANCE, 1);
    summary.forEach(update::set);
    return update;
  }

  @Override
  public void execute(Runnable task) {
    task.run();
  }

  @Override
  public void shutdown() {}

  @Override
  public List<Runnable> shutdownNow() {
    return List.of();
  }

  @Override
  public boolean isShutdown() {
    return false;
  }

  @Override
  public boolean isTerminated() {
    return false;
  }

  @Override
  public boolean awaitTermination(long timeout, TimeUnit unit) {
    return true;
  }
}

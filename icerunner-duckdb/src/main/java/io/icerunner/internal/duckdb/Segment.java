package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.jspecify.annotations.Nullable;

/** The batches of one segment of a scan, between the thread that reads and the one that sends. */
final class Segment {
  private static final int MOST_BATCHES = 16;
  private static final long LOOK_MILLIS = 50;

  private final Queue<ArrowRecordBatch> batches = new ArrayDeque<>();
  private @Nullable RecordBatchStream stream;
  private @Nullable Throwable failure;
  private boolean ended;

  /** Says what is being read, so that it can be cancelled. */
  synchronized void reading(RecordBatchStream opened) {
    stream = opened;
  }

  /** Hands a batch over, waiting for room; false, and the batch closed, if the scan has stopped. */
  synchronized boolean put(ArrowRecordBatch batch, BooleanSupplier stopped) {
    while (batches.size() >= MOST_BATCHES && !stopped.getAsBoolean()) {
      await();
    }
    if (stopped.getAsBoolean()) {
      batch.close();
      return false;
    }
    batches.add(batch);
    notifyAll();
    return true;
  }

  synchronized void end() {
    ended = true;
    notifyAll();
  }

  synchronized void fail(Throwable error) {
    failure = error;
    notifyAll();
  }

  /**
   * The next batch, which the caller closes; null at the end, or if the scan has stopped.
   *
   * @throws IceRunnerException what the reading thread failed with
   */
  synchronized @Nullable ArrowRecordBatch take(BooleanSupplier stopped) {
    while (batches.isEmpty() && !ended && failure == null && !stopped.getAsBoolean()) {
      await();
    }
    ArrowRecordBatch batch = batches.poll();
    if (batch == null && failure != null && !stopped.getAsBoolean()) {
      throw failure instanceof IceRunnerException known
          ? known
          : IceRunnerException.internal("Cannot read the table: " + failure, failure);
    }
    notifyAll();
    return batch;
  }

  synchronized void cancel() {
    if (stream != null) {
      stream.cancel();
    }
    notifyAll();
  }

  synchronized void clear() {
    batches.forEach(ArrowRecordBatch::close);
    batches.clear();
  }

  private void await() {
    try {
      wait(LOOK_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw IceRunnerException.cancelled("Cannot finish the scan: it was interrupted");
    }
  }
}

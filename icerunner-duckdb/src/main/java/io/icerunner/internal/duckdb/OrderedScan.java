package io.icerunner.internal.duckdb;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.Phaser;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a scan, read by a few threads at once and handed out in their order. At any time
 * no more segments are open than there are threads, and each holds a bounded number of batches.
 */
final class OrderedScan implements RecordBatchStream {
  private static final long LOOK_MILLIS = 50;

  private final IntFunction<RecordBatchStream> opener;
  private final List<Segment> segments = new ArrayList<>();
  private final AtomicInteger nextSegment = new AtomicInteger();
  private final Semaphore ahead;
  private final Phaser readers = new Phaser(1);
  private final VectorSchemaRoot root;
  private final VectorLoader loader;
  private volatile boolean stopped;
  private volatile boolean cancelled;
  private int current;
  private boolean closed;

  private OrderedScan(
      int count,
      IntFunction<RecordBatchStream> opener,
      int threads,
      Schema schema,
      BufferAllocator allocator) {
    this.opener = opener;
    this.ahead = new Semaphore(threads);
    this.root = VectorSchemaRoot.create(schema, allocator);
    this.loader = new VectorLoader(root);
    for (int i = 0; i < count; i++) {
      segments.add(new Segment());
    }
  }

  /**
   * Starts to read.
   *
   * @param count how many segments there are
   * @param opener opens a segment by its number; its batches have the schema
   * @param threads how many segments are read at once
   */
  static OrderedScan open(
      int count,
      IntFunction<RecordBatchStream> opener,
      int threads,
      Executor executor,
      Schema schema,
      BufferAllocator allocator) {
    OrderedScan scan = new OrderedScan(count, opener, threads, schema, allocator);
    try {
      for (int i = 0; i < threads; i++) {
        executor.execute(scan.new Reader());
      }
      return scan;
    } catch (RejectedExecutionException e) {
      scan.close();
      throw new IceRunnerException(
          ErrorCode.CANCELLED, "Cannot run the scan: the engine is closed", e);
    }
  }

  @Override
  public Schema schema() {
    return root.getSchema();
  }

  @Override
  public VectorSchemaRoot root() {
    return root;
  }

  /** Reads one segment after another; it is waited for from the moment it may run. */
  private final class Reader implements Runnable {
    @Override
    public void run() {
      if (readers.register() < 0) {
        return;
      }
      try {
        while (takeTurn()) {
          int number = nextSegment.getAndIncrement();
          if (number >= segments.size()) {
            return;
          }
          read(number, segments.get(number));
        }
      } finally {
        readers.arriveAndDeregister();
      }
    }
  }

  private boolean takeTurn() {
    try {
      while (!stopped) {
        if (ahead.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
          return true;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return false;
  }

  private void read(int number, Segment segment) {
    try (RecordBatchStream stream = opener.apply(number)) {
      segment.reading(stream);
      if (stopped) {
        stream.cancel();
      }
      VectorUnloader unloader = new VectorUnloader(stream.root());
      while (stream.loadNextBatch()) {
        if (!segment.put(unloader.getRecordBatch(), this::isStopped)) {
          return;
        }
      }
      segment.end();
    } catch (RuntimeException | Error e) {
      segment.fail(e);
    }
  }

  private boolean isStopped() {
    return stopped;
  }

  @Override
  public boolean loadNextBatch() {
    while (current < segments.size()) {
      ArrowRecordBatch batch = segments.get(current).take(this::isStopped);
      if (cancelled || closed) {
        close(batch);
        throw new IceRunnerException(
            ErrorCode.CANCELLED, "Cannot finish the scan: it was cancelled");
      }
      if (batch != null) {
        try (batch) {
          loader.load(batch);
        }
        return true;
      }
      current++;
      ahead.release();
    }
    root.clear();
    return false;
  }

  private static void close(@Nullable ArrowRecordBatch batch) {
    if (batch != null) {
      batch.close();
    }
  }

  @Override
  public void cancel() {
    cancelled = true;
    stop();
  }

  private void stop() {
    stopped = true;
    segments.forEach(Segment::cancel);
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    stop();
    readers.arriveAndAwaitAdvance();
    readers.forceTermination();
    segments.forEach(Segment::clear);
    root.close();
  }
}

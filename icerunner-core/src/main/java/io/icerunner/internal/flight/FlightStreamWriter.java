package io.icerunner.internal.flight;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Sends record batches to a client as fast as the client takes them. One thread of the executor
 * loads a batch, waits until the transport is ready and hands the batch over without a copy: what
 * is in flight is one batch and what the transport buffers.
 */
public final class FlightStreamWriter {
  private final BufferAllocator parent;
  private final Executor executor;
  private final long callMemory;
  private final Set<RunningStream> active = ConcurrentHashMap.newKeySet();

  /**
   * @param parent of the allocators of the calls
   * @param callMemory bytes that one stream may hold
   */
  public FlightStreamWriter(BufferAllocator parent, Executor executor, long callMemory) {
    this.parent = parent;
    this.executor = executor;
    this.callMemory = callMemory;
  }

  /**
   * Sends a stream. Returns at once: the listener's callbacks come on the thread that calls this.
   *
   * @return stops the stream from any thread; the client gets CANCELLED with the given message
   */
  public RunningStream send(ServerStreamListener listener, StreamSource source) {
    listener.setUseZeroCopy(true);
    RunningStream running = new RunningStream(listener);
    try {
      active.add(running);
      executor.execute(() -> run(listener, source, running));
    } catch (RejectedExecutionException e) {
      active.remove(running);
      listener.error(FlightErrors.toFlight(RunningStream.closing()));
    }
    return running;
  }

  private void run(ServerStreamListener listener, StreamSource source, RunningStream running) {
    try (CallAllocator call = CallAllocator.open(parent, "stream", Long.MAX_VALUE)) {
      running.check();
      try (RecordBatchStream stream = source.open(call.allocator())) {
        running.opened(stream);
        pump(listener, stream, running, call.allocator());
      } finally {
        running.ended();
      }
      running.check();
      listener.completed();
    } catch (Throwable e) {
      fail(listener, running, e);
    } finally {
      active.remove(running);
      running.over();
    }
  }

  /** Stops every stream that runs. Returns at once. */
  public void stopAll() {
    active.forEach(running -> running.stop(RunningStream.closing()));
  }

  private void pump(
      ServerStreamListener listener,
      RecordBatchStream stream,
      RunningStream running,
      BufferAllocator allocator) {
    try (VectorSchemaRoot out = VectorSchemaRoot.create(stream.schema(), allocator)) {
      BatchCutter cutter = new BatchCutter(stream.root(), out);
      listener.start(out);
      while (stream.loadNextBatch()) {
        checkMemory(allocator);
        cutter.restart();
        while (cutter.cut()) {
          running.awaitReady();
          listener.putNext();
        }
      }
    }
  }

  /**
   * The limit is not the allocator's: a batch that comes from native code has its memory already,
   * and Arrow loses it for good when it cannot account for it.
   */
  private void checkMemory(BufferAllocator allocator) {
    if (allocator.getAllocatedMemory() > callMemory) {
      throw IceRunnerException.resourceExhausted(
          "Cannot send the stream: it holds %s bytes, and a call may hold %s"
              .formatted(allocator.getAllocatedMemory(), callMemory));
    }
  }

  private static void fail(ServerStreamListener listener, RunningStream running, Throwable error) {
    if (!listener.isCancelled()) {
      listener.error(FlightErrors.toFlight(running.reasonFor(error)));
    }
    if (error instanceof Error fatal && !(error instanceof StackOverflowError)) {
      throw fatal;
    }
  }
}

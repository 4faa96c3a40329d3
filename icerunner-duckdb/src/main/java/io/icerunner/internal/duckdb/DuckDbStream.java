package io.icerunner.internal.duckdb;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import java.io.IOException;
import java.sql.SQLException;
import java.util.function.Consumer;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The batches of one statement. The statement starts with the first batch that is asked for, so
 * that it can be cancelled at any time.
 *
 * <p>DuckDB's connection may be closed by another thread while a batch is being fetched, which ends
 * the fetch; never while the statement starts, when it is interrupted instead, and never while the
 * stream is being closed.
 */
final class DuckDbStream implements RecordBatchStream {
  private enum Phase {
    IDLE,
    STARTING,
    FETCHING,
    ENDED,
    CLOSED
  }

  private final StatementRun run;
  private final int batchRows;
  private final BufferAllocator allocator;
  private final Canceller canceller;
  private final Consumer<DuckDbStream> onClose;
  private final VectorSchemaRoot root;
  private final Object lock = new Object();
  private Phase phase = Phase.IDLE;
  private boolean cancelled;
  private @Nullable ArrowReader reader;
  private @Nullable BatchAdapter adapter;

  /**
   * @param run owned by the stream
   * @param onClose called once, when the stream is closed
   */
  DuckDbStream(
      StatementRun run,
      Schema schema,
      int batchRows,
      BufferAllocator allocator,
      Canceller canceller,
      Consumer<DuckDbStream> onClose) {
    this.run = run;
    this.batchRows = batchRows;
    this.allocator = allocator;
    this.canceller = canceller;
    this.onClose = onClose;
    this.root = VectorSchemaRoot.create(schema, allocator);
  }

  @Override
  public Schema schema() {
    return root.getSchema();
  }

  @Override
  public VectorSchemaRoot root() {
    return root;
  }

  @Override
  public boolean loadNextBatch() {
    try {
      if (ended()) {
        return false;
      }
      if (reader == null) {
        start();
      }
      return fetch();
    } catch (SQLException | IOException | RuntimeException e) {
      throw failure(e);
    } finally {
      leave();
    }
  }

  private boolean ended() {
    synchronized (lock) {
      return phase == Phase.ENDED;
    }
  }

  private void start() throws SQLException {
    enter(Phase.STARTING);
    try {
      reader = run.start(allocator, batchRows);
    } catch (SQLException e) {
      throw DuckDbErrors.isLost(e) && !isCancelled() ? run.explain(e) : e;
    }
  }

  private boolean fetch() throws IOException {
    enter(Phase.FETCHING);
    ArrowReader batches = reader;
    if (batches == null || !batches.loadNextBatch()) {
      root.clear();
      enter(Phase.ENDED);
      return false;
    }
    if (adapter == null) {
      adapter = new BatchAdapter(batches.getVectorSchemaRoot(), batches, root);
    }
    adapter.adapt();
    return true;
  }

  private void enter(Phase next) {
    synchronized (lock) {
      if (cancelled || phase == Phase.CLOSED) {
        throw cancelledError(null);
      }
      phase = next;
    }
  }

  private void leave() {
    synchronized (lock) {
      if (phase == Phase.STARTING || phase == Phase.FETCHING) {
        phase = Phase.IDLE;
      }
      lock.notifyAll();
    }
  }

  private boolean isCancelled() {
    synchronized (lock) {
      return cancelled;
    }
  }

  private IceRunnerException failure(Exception error) {
    return isCancelled() ? cancelledError(error) : run.failure(error);
  }

  private static IceRunnerException cancelledError(@Nullable Throwable cause) {
    return new IceRunnerException(
        ErrorCode.CANCELLED, "Cannot finish the statement: it was cancelled", cause);
  }

  @Override
  public void cancel() {
    synchronized (lock) {
      if (cancelled || phase == Phase.CLOSED || phase == Phase.ENDED) {
        return;
      }
      cancelled = true;
    }
    canceller.run(this::stop);
  }

  /** An interrupt that comes before the statement has really started is lost: so try again. */
  private void stop() {
    synchronized (lock) {
      switch (phase) {
        case STARTING -> {
          run.interrupt();
          canceller.runSoon(this::stop);
        }
        case IDLE, FETCHING -> run.disconnect();
        default -> {}
      }
    }
  }

  @Override
  public void close() {
    synchronized (lock) {
      if (phase == Phase.STARTING || phase == Phase.FETCHING) {
        cancel();
        awaitReader();
      }
      if (phase == Phase.CLOSED) {
        return;
      }
      boolean whole = phase == Phase.ENDED;
      phase = Phase.CLOSED;
      release(whole);
    }
    onClose.accept(this);
  }

  /** Lets a thread that is still reading come out of DuckDB first. */
  private void awaitReader() {
    boolean interrupted = false;
    while (phase == Phase.STARTING || phase == Phase.FETCHING) {
      try {
        lock.wait();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void release(boolean whole) {
    boolean closed = false;
    try {
      root.close();
      if (reader != null) {
        reader.close();
      }
      closed = true;
    } catch (IOException e) {
      throw run.failure(e);
    } finally {
      run.close(whole && closed);
    }
  }
}

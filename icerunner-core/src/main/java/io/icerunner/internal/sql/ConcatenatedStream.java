package io.icerunner.internal.sql;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import java.util.function.IntFunction;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** The results of one statement for several parameter rows, one after another. */
final class ConcatenatedStream implements RecordBatchStream {
  private final int count;
  private final IntFunction<RecordBatchStream> runs;
  private final VectorSchemaRoot root;
  private int next;
  private volatile @Nullable RecordBatchStream current;
  private volatile boolean cancelled;

  /**
   * @param schema of every run
   * @param count how many runs
   * @param runs starts a run
   */
  ConcatenatedStream(
      Schema schema, int count, IntFunction<RecordBatchStream> runs, BufferAllocator allocator) {
    this.count = count;
    this.runs = runs;
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
    root.clear();
    while (true) {
      if (cancelled) {
        throw IceRunnerException.cancelled("Cannot run the statement further: it was cancelled");
      }
      RecordBatchStream run = current;
      if (run != null && run.loadNextBatch()) {
        take(run.root());
        return true;
      }
      closeRun();
      if (next == count) {
        return false;
      }
      current = open(next++);
    }
  }

  private RecordBatchStream open(int row) {
    RecordBatchStream run = runs.apply(row);
    if (!run.schema().equals(schema())) {
      Schema other = run.schema();
      run.close();
      throw IceRunnerException.invalidArgument(
          "Cannot run the statement with parameter row %s: its result is %s and that of row 0 is %s"
              .formatted(row, other, schema()));
    }
    return run;
  }

  private void take(VectorSchemaRoot batch) {
    for (int i = 0; i < batch.getFieldVectors().size(); i++) {
      batch.getVector(i).makeTransferPair(root.getVector(i)).transfer();
    }
    root.setRowCount(batch.getRowCount());
  }

  @Override
  public void cancel() {
    cancelled = true;
    RecordBatchStream run = current;
    if (run != null) {
      run.cancel();
    }
  }

  private void closeRun() {
    RecordBatchStream run = current;
    current = null;
    if (run != null) {
      run.close();
    }
  }

  @Override
  public void close() {
    closeRun();
    root.close();
  }
}

package io.icerunner.internal.flight;

import io.icerunner.internal.types.ShownConversion;
import io.icerunner.spi.RecordBatchStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/** A scan as clients see it, where a host's type mapper shows a column in another way. */
final class ShownStream implements RecordBatchStream {
  private final RecordBatchStream canonical;
  private final ShownConversion conversion;
  private final BufferAllocator allocator;
  private final VectorSchemaRoot root;

  /**
   * @param canonical closed with this
   */
  ShownStream(RecordBatchStream canonical, ShownConversion conversion, BufferAllocator allocator) {
    this.canonical = canonical;
    this.conversion = conversion;
    this.allocator = allocator;
    this.root = VectorSchemaRoot.create(conversion.schema(), allocator);
  }

  @Override
  public Schema schema() {
    return conversion.schema();
  }

  @Override
  public VectorSchemaRoot root() {
    return root;
  }

  @Override
  public boolean loadNextBatch() {
    root.clear();
    if (!canonical.loadNextBatch()) {
      return false;
    }
    try (VectorSchemaRoot shown = conversion.convert(canonical.root(), allocator)) {
      for (int i = 0; i < shown.getFieldVectors().size(); i++) {
        shown.getVector(i).makeTransferPair(root.getVector(i)).transfer();
      }
      root.setRowCount(shown.getRowCount());
    }
    return true;
  }

  @Override
  public void cancel() {
    canonical.cancel();
  }

  @Override
  public void close() {
    root.close();
    canonical.close();
  }
}

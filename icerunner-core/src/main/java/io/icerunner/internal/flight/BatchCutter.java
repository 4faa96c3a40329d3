package io.icerunner.internal.flight;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.TransferPair;

/**
 * Cuts batches so that each fits into the message size that every client takes by default, unless a
 * single row is larger. A cut shares the buffers of the batch where Arrow can.
 */
public final class BatchCutter {
  /** The default limit of gRPC clients. */
  static final int MAX_MESSAGE = 4 << 20;

  /** What a message holds beside its buffers, and per buffer: metadata and padding. */
  private static final int FRAME = 8 << 10;

  private static final int BYTES_PER_VECTOR = 128;

  private final VectorSchemaRoot source;
  private final VectorSchemaRoot target;
  private final long limit;
  private int next;

  /**
   * @param source holds the batches to cut
   * @param target of the same schema; takes the pieces
   */
  public BatchCutter(VectorSchemaRoot source, VectorSchemaRoot target) {
    this.source = source;
    this.target = target;
    long frame = FRAME + (long) BYTES_PER_VECTOR * vectors(source.getFieldVectors());
    this.limit = Math.max(MAX_MESSAGE - frame, 64 << 10);
  }

  private static int vectors(List<FieldVector> vectors) {
    int count = vectors.size();
    for (FieldVector vector : vectors) {
      count += vectors(vector.getChildrenFromFields());
    }
    return count;
  }

  /** Begins with the batch that the source now holds. */
  void restart() {
    next = 0;
  }

  /**
   * Moves the next piece into the target.
   *
   * @return false if the whole batch was handed out
   */
  public boolean cut() {
    int rows = source.getRowCount();
    if (next >= rows) {
      return false;
    }
    int count = rowsFrom(next, rows);
    for (int i = 0; i < source.getFieldVectors().size(); i++) {
      TransferPair pair = source.getVector(i).makeTransferPair(target.getVector(i));
      if (count == rows) {
        pair.transfer();
      } else {
        pair.splitAndTransfer(next, count);
      }
    }
    target.setRowCount(count);
    next += count;
    return true;
  }

  /** The most rows from a start that fit; whole bytes of the validity bitmap if more than one. */
  private int rowsFrom(int start, int rows) {
    long before = bytes(start);
    if (bytes(rows) - before <= limit) {
      return rows - start;
    }
    int fits = 1;
    int tooMany = rows - start;
    while (tooMany - fits > 1) {
      int middle = (fits + tooMany) >>> 1;
      if (bytes(start + middle) - before <= limit) {
        fits = middle;
      } else {
        tooMany = middle;
      }
    }
    int wholeBytes = fits & ~7;
    return wholeBytes > 0 ? wholeBytes : fits;
  }

  private long bytes(int rows) {
    long sum = 0;
    if (rows > 0) {
      for (FieldVector vector : source.getFieldVectors()) {
        sum += vector.getBufferSizeFor(rows);
      }
    }
    return sum;
  }
}

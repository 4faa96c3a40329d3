package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.VarBinaryVector;

/** Bytes of one length, which DuckDB exports with offsets, as bytes of fixed length. */
final class FixedBinary implements ColumnAdapter {
  private final String column;
  private final int width;

  FixedBinary(String column, int width) {
    this.column = column;
    this.width = width;
  }

  @Override
  public void adapt(FieldVector source, FieldVector target) {
    VarBinaryVector bytes = (VarBinaryVector) source;
    int count = bytes.getValueCount();
    Validity.allocate(source, target, count);
    ArrowBuf in = bytes.getDataBuffer();
    ArrowBuf out = ((FixedSizeBinaryVector) target).getDataBuffer();
    for (int i = 0; i < count; i++) {
      if (!bytes.isNull(i)) {
        int length = bytes.getValueLength(i);
        if (length != width) {
          throw wrongLength(length);
        }
        out.setBytes((long) i * width, in, bytes.getStartOffset(i), width);
      }
    }
    target.setValueCount(count);
  }

  private IceRunnerException wrongLength(int length) {
    return IceRunnerException.internal(
        "Cannot read the column %s: a value has %d bytes where the table says %d"
            .formatted(column, length, width),
        null);
  }
}

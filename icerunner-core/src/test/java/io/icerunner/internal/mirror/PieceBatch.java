package io.icerunner.internal.mirror;

import io.icerunner.internal.copy.FilePiece;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** Makes batches of pieces of files, right or wrong. */
final class PieceBatch implements AutoCloseable {
  final VectorSchemaRoot root;
  private int rows;

  PieceBatch(BufferAllocator allocator) {
    root = VectorSchemaRoot.create(FilePiece.SCHEMA, allocator);
  }

  PieceBatch add(int file, @Nullable String entry, long position, byte[] content) {
    ((IntVector) root.getVector(0)).setSafe(rows, file);
    if (entry != null) {
      ((VarCharVector) root.getVector(1)).setSafe(rows, entry.getBytes(StandardCharsets.UTF_8));
    }
    ((BigIntVector) root.getVector(2)).setSafe(rows, position);
    ((VarBinaryVector) root.getVector(3)).setSafe(rows, content);
    rows++;
    root.setRowCount(rows);
    return this;
  }

  @Override
  public void close() {
    root.close();
  }
}

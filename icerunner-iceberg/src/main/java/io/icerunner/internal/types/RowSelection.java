package io.icerunner.internal.types;

import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Some rows of batches in canonical layout. */
public final class RowSelection {
  private RowSelection() {}

  /**
   * Copies rows.
   *
   * @param canonical stays as it is and remains the caller's
   * @param rows their indices, in the order of the result
   * @return a batch that the caller closes
   */
  public static VectorSchemaRoot copy(
      VectorSchemaRoot canonical, int[] rows, BufferAllocator allocator) {
    List<FieldVector> columns = canonical.getFieldVectors();
    try (BatchAssembly assembly = new BatchAssembly(allocator, null)) {
      for (FieldVector column : columns) {
        new Taking(column.getName(), assembly).append(column, rows);
      }
      return assembly.finish(canonical.getSchema(), rows.length);
    }
  }
}

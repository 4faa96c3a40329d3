package io.icerunner.internal.mirror.source;

import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * Some rows of a batch, as they came and in canonical layout. Shares buffers with the batch.
 *
 * @param isOwned whether both are slices, which are closed with this, and not the batch itself
 */
record BatchCut(
    @Nullable VectorSchemaRoot asItCame,
    @Nullable VectorSchemaRoot inLayout,
    int rows,
    boolean isOwned)
    implements AutoCloseable {
  static final BatchCut NONE = new BatchCut(null, null, 0, false);

  /**
   * @param canonical the same rows; the same object if they are canonical as they came
   */
  static BatchCut of(VectorSchemaRoot batch, VectorSchemaRoot canonical, int from, int rows) {
    if (rows == batch.getRowCount()) {
      return new BatchCut(batch, canonical, rows, false);
    }
    VectorSchemaRoot slice = batch.slice(from, rows);
    return new BatchCut(
        slice, batch == canonical ? slice : canonical.slice(from, rows), rows, true);
  }

  VectorSchemaRoot batch() {
    return present(asItCame);
  }

  VectorSchemaRoot canonical() {
    return present(inLayout);
  }

  private static VectorSchemaRoot present(@Nullable VectorSchemaRoot root) {
    if (root == null) {
      throw new IllegalStateException("There is no current batch");
    }
    return root;
  }

  @Override
  public void close() {
    if (isOwned && asItCame != null && inLayout != null) {
      asItCame.close();
      inLayout.close();
    }
  }
}

package io.icerunner.internal.duckdb;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** A column whose layout is the announced one already: its buffers are shared. */
final class SharedBuffers implements ColumnAdapter {
  static final SharedBuffers INSTANCE = new SharedBuffers();

  private SharedBuffers() {}

  @Override
  public void adapt(FieldVector source, FieldVector target) {
    share(source, target);
  }

  /** Shares the buffers of the vector itself, not those of its children. */
  static void share(FieldVector source, FieldVector target) {
    ArrowFieldNode node = new ArrowFieldNode(source.getValueCount(), source.getNullCount());
    List<ArrowBuf> buffers = source.getFieldBuffers();
    target.loadFieldBuffers(node, buffers);
  }
}

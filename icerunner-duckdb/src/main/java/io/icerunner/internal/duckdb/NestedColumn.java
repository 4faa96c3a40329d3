package io.icerunner.internal.duckdb;

import java.util.List;
import org.apache.arrow.vector.FieldVector;

/** A list, map or struct: its own buffers are shared, its children have adapters of their own. */
final class NestedColumn implements ColumnAdapter {
  private final List<ColumnAdapter> children;

  NestedColumn(List<ColumnAdapter> children) {
    this.children = List.copyOf(children);
  }

  @Override
  public void adapt(FieldVector source, FieldVector target) {
    SharedBuffers.share(source, target);
    List<FieldVector> from = source.getChildrenFromFields();
    List<FieldVector> to = target.getChildrenFromFields();
    for (int i = 0; i < children.size(); i++) {
      children.get(i).adapt(from.get(i), to.get(i));
    }
  }
}

package io.icerunner.internal.write;

import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.iceberg.types.Type;
import org.apache.parquet.column.ColumnDescriptor;

/**
 * One column of the Parquet file: a leaf of the Iceberg schema.
 *
 * @param table name of the table
 * @param column full field name
 * @param fieldId of the Iceberg field
 * @param type of the Iceberg field
 * @param top position of the top-level column in the record batch
 * @param path from the top-level column to the leaf; the first step is {@link PathStep.Kind#TOP}
 * @param descriptor of the Parquet column
 */
record LeafColumn(
    String table,
    String column,
    int fieldId,
    Type.PrimitiveType type,
    int top,
    List<PathStep> path,
    ColumnDescriptor descriptor) {

  /** Table and full field name, for messages. */
  String name() {
    return table + "." + column;
  }

  /** The vector of the leaf's own values. */
  FieldVector leafOf(FieldVector topVector) {
    FieldVector vector = topVector;
    for (PathStep step : path) {
      vector = step.below(vector);
    }
    return vector;
  }

  /** The first leaf value at or behind a row. */
  int leafIndex(FieldVector topVector, int row) {
    FieldVector vector = topVector;
    int index = row;
    for (PathStep step : path) {
      if (step.repeated()) {
        index = ArrowBytes.offset(step.offsets(vector), index);
      }
      vector = step.below(vector);
    }
    return index;
  }

  boolean nested() {
    return path.size() > 1;
  }
}

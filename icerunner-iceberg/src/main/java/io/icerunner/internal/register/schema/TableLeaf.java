package io.icerunner.internal.register.schema;

import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.parquet.schema.PrimitiveType;

/**
 * A column of values in a file, and what it is in the table.
 *
 * @param index of the column among those of the file
 * @param stored as it is in the file
 * @param canBeNull whether it or a struct around it may be null
 * @param isRepeated whether it is in a list or a map
 * @param type of the table
 * @param path the ids of the table's fields from the top down to this one
 */
record TableLeaf(
    int index,
    PrimitiveType stored,
    boolean canBeNull,
    boolean isRepeated,
    Type.PrimitiveType type,
    List<Integer> path) {

  /** The id in the table. */
  int id() {
    return path.get(path.size() - 1);
  }
}

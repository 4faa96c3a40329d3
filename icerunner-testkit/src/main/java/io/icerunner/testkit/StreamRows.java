package io.icerunner.testkit;

import io.icerunner.spi.RecordBatchStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/** Reads streams whole. */
final class StreamRows {
  private StreamRows() {}

  /**
   * All rows as Java objects, texts as strings; closes the stream. Checks on the way that every
   * batch has the stream's schema and vectors as long as it says.
   */
  static List<List<@Nullable Object>> all(RecordBatchStream stream) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (stream) {
      while (stream.loadNextBatch()) {
        VectorSchemaRoot root = stream.root();
        Assertions.assertThat(root.getSchema()).isEqualTo(stream.schema());
        for (FieldVector vector : root.getFieldVectors()) {
          Assertions.assertThat(vector.getValueCount()).isEqualTo(root.getRowCount());
        }
        for (int i = 0; i < root.getRowCount(); i++) {
          rows.add(row(root, i));
        }
      }
    }
    return rows;
  }

  private static List<@Nullable Object> row(VectorSchemaRoot root, int index) {
    List<@Nullable Object> row = new ArrayList<>();
    for (FieldVector vector : root.getFieldVectors()) {
      row.add(plain(vector.getObject(index)));
    }
    return row;
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return value instanceof org.apache.arrow.vector.util.Text text ? text.toString() : value;
  }
}

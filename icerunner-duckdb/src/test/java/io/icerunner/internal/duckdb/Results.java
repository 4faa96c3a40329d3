package io.icerunner.internal.duckdb;

import io.icerunner.spi.RecordBatchStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Reads streams whole. */
final class Results {
  private Results() {}

  /** All rows as Java objects; closes the stream. */
  static List<List<Object>> rows(RecordBatchStream stream) {
    List<List<Object>> rows = new ArrayList<>();
    try (stream) {
      while (stream.loadNextBatch()) {
        VectorSchemaRoot root = stream.root();
        for (int i = 0; i < root.getRowCount(); i++) {
          List<Object> row = new ArrayList<>();
          for (FieldVector vector : root.getFieldVectors()) {
            row.add(vector.getObject(i));
          }
          rows.add(row);
        }
      }
    }
    return rows;
  }

  /** The number of rows; closes the stream. */
  static long count(RecordBatchStream stream) {
    long count = 0;
    try (stream) {
      while (stream.loadNextBatch()) {
        count += stream.root().getRowCount();
      }
    }
    return count;
  }
}

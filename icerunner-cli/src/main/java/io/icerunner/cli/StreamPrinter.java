package io.icerunner.cli;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/** Prints the batches of one or more streams of the same schema. */
final class StreamPrinter {
  private final RowPrinter rows;
  private boolean begun;

  StreamPrinter(RowPrinter rows) {
    this.rows = rows;
  }

  void print(FlightStream stream) {
    if (!begun) {
      rows.begin(stream.getSchema().getFields().stream().map(Field::getName).toList());
      begun = true;
    }
    while (stream.next()) {
      print(stream.getRoot());
    }
  }

  private void print(VectorSchemaRoot batch) {
    List<@Nullable Object> values = new ArrayList<>(batch.getFieldVectors().size());
    for (int row = 0; row < batch.getRowCount(); row++) {
      values.clear();
      for (FieldVector vector : batch.getFieldVectors()) {
        values.add(ArrowValues.read(vector, row));
      }
      rows.row(values);
    }
  }

  void end() {
    rows.end();
  }
}

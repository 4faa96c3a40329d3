package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import org.apache.arrow.vector.FieldVector;

/** A column that the table says has no null: a file that breaks the promise is refused. */
final class RequiredColumn implements ColumnAdapter {
  private final String column;
  private final ColumnAdapter values;

  RequiredColumn(String column, ColumnAdapter values) {
    this.column = column;
    this.values = values;
  }

  @Override
  public void adapt(FieldVector source, FieldVector target) {
    if (source.getNullCount() > 0) {
      throw IceRunnerException.internal(
          "Cannot read the column %s: it is required, but a data file has a null in it"
              .formatted(column),
          null);
    }
    values.adapt(source, target);
  }
}

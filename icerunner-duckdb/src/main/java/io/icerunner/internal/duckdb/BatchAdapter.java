package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Turns batches as DuckDB exports them into batches of the announced schema. Buffers are shared, so
 * a column whose layout is right costs nothing but its validity count.
 */
final class BatchAdapter {
  private final VectorSchemaRoot source;
  private final VectorSchemaRoot target;
  private final List<ColumnAdapter> columns;

  BatchAdapter(VectorSchemaRoot source, DictionaryProvider dictionaries, VectorSchemaRoot target) {
    this.source = source;
    this.target = target;
    this.columns = columns(source, dictionaries, target);
  }

  private static List<ColumnAdapter> columns(
      VectorSchemaRoot source, DictionaryProvider dictionaries, VectorSchemaRoot target) {
    List<Field> from = source.getSchema().getFields();
    List<Field> to = target.getSchema().getFields();
    if (to.isEmpty()) {
      return List.of(); // only the number of rows is asked for
    }
    if (from.size() != to.size()) {
      throw IceRunnerException.internal(
          "Cannot return the result: DuckDB gives %d columns where %d were announced"
              .formatted(from.size(), to.size()),
          null);
    }
    ColumnAdapters adapters =
        new ColumnAdapters(
            id -> Objects.requireNonNull(dictionaries.lookup(id), "no dictionary").getVector());
    List<ColumnAdapter> columns = new ArrayList<>();
    for (int i = 0; i < from.size(); i++) {
      columns.add(adapters.between(from.get(i), to.get(i)));
    }
    return columns;
  }

  /** Fills the target from the source's current batch and lets go of the source's. */
  void adapt() {
    List<FieldVector> from = source.getFieldVectors();
    List<FieldVector> to = target.getFieldVectors();
    for (int i = 0; i < columns.size(); i++) {
      columns.get(i).adapt(from.get(i), to.get(i));
    }
    target.setRowCount(source.getRowCount());
    source.clear();
  }
}

package io.icerunner.internal.types;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Fits arriving batches to a table: columns matched by name, values converted exactly, batches in
 * canonical layout and in the table's column order. Immutable; safe for use by many threads.
 */
public final class AppendConversion {
  private final Schema canonical;
  private final Members columns;

  private AppendConversion(Schema canonical, Members columns) {
    this.canonical = canonical;
    this.columns = columns;
  }

  /**
   * @param incoming the schema of the values that arrive ({@link TypeMappers#decoded})
   * @param table the schema they are appended to
   * @param tableName for messages
   * @throws IceRunnerException INVALID_ARGUMENT listing every difference that is in the way;
   *     UNSUPPORTED if the table has a column that cannot be written
   */
  public static AppendConversion plan(
      Schema incoming,
      org.apache.iceberg.Schema table,
      int formatVersion,
      TypeMappers mappers,
      String tableName) {
    Schema canonical = TypeMappers.canonical(table);
    AppendPlanner planner = new AppendPlanner(mappers.host(), formatVersion);
    Members columns =
        planner.members(incoming.getFields(), table.columns(), canonical.getFields(), "");
    List<String> differences = planner.differences();
    if (!differences.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot append to table '%s': %s".formatted(tableName, String.join("; ", differences)));
    }
    return new AppendConversion(canonical, columns);
  }

  /** The schema of the batches that result. */
  public Schema schema() {
    return canonical;
  }

  /**
   * Converts one batch.
   *
   * @param batch of the stream whose schema was planned; stays as it is and remains the caller's
   * @param dictionaries those of the stream as they are for this batch; null if it has none
   * @param allocator for what is converted; buffers that need no conversion are shared
   * @return a batch that the caller closes
   * @throws IceRunnerException INVALID_ARGUMENT with column, row and value if a value cannot be
   *     stored, or if the batch is malformed
   */
  public VectorSchemaRoot convert(
      VectorSchemaRoot batch,
      @Nullable DictionaryProvider dictionaries,
      BufferAllocator allocator) {
    List<FieldVector> sources = batch.getFieldVectors();
    for (FieldVector source : sources) {
      if (source.getValueCount() != batch.getRowCount()) {
        throw Refusal.malformed(
            source.getName(),
            "it has %s values in a batch of %s rows"
                .formatted(source.getValueCount(), batch.getRowCount()));
      }
      BatchValidation.check(source, source.getName());
    }
    try (BatchAssembly assembly = new BatchAssembly(allocator, dictionaries)) {
      columns.append(sources, batch.getRowCount(), Rows.TOP, assembly);
      return assembly.finish(canonical, batch.getRowCount());
    }
  }
}

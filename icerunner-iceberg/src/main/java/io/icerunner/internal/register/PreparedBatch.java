package io.icerunner.internal.register;

import java.util.List;
import java.util.function.Consumer;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.UpdateSchema;
import org.jspecify.annotations.Nullable;

/**
 * A batch that is checked and can be committed to a table of one shape.
 *
 * @param shape of the table it was prepared for
 * @param units with their files as the table takes them
 * @param evolution of the schema that it needs; null for none
 * @param mapping the name mapping that the table needs, as JSON
 */
record PreparedBatch(
    Shape shape,
    List<PreparedUnit> units,
    @Nullable Consumer<UpdateSchema> evolution,
    String mapping) {

  /** What must not change between preparing and committing. */
  record Shape(int schemaId, int specId, @Nullable String mapping) {
    static Shape of(Table table) {
      return new Shape(
          table.schema().schemaId(),
          table.spec().specId(),
          table.properties().get(TableProperties.DEFAULT_NAME_MAPPING));
    }
  }

  /**
   * @param registered how it will stand in the record
   * @param files without those that have no rows
   */
  record PreparedUnit(WorkUnit work, RegisteredUnit registered, List<DataFile> files) {}
}

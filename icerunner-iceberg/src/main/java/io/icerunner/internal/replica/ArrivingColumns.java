package io.icerunner.internal.replica;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.types.AppendConversion;
import io.icerunner.internal.types.TypeMappers;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a source that tells Arrow types only, as columns of Iceberg. Where an Arrow type
 * fits the table's column as it is, that is the type: many go into more than one.
 */
final class ArrivingColumns {
  private final TypeMappers mappers;
  private final org.apache.iceberg.Schema table;
  private final int formatVersion;

  ArrivingColumns(TypeMappers mappers, org.apache.iceberg.Schema table, int formatVersion) {
    this.mappers = mappers;
    this.table = table;
    this.formatVersion = formatVersion;
  }

  /**
   * @throws IceRunnerException UNSUPPORTED naming a column that cannot be stored
   */
  List<NestedField> of(Schema incoming) {
    List<NestedField> columns = new ArrayList<>();
    for (Field field : incoming.getFields()) {
      columns.add(column(field));
    }
    return columns;
  }

  private NestedField column(Field field) {
    @Nullable NestedField present = table.asStruct().field(field.getName());
    boolean fits =
        present != null
            && (present.type().isPrimitiveType() || field.getChildren().isEmpty())
            && fits(field, present);
    if (fits && present != null) {
      return NestedField.from(present).isOptional(field.isNullable()).build();
    }
    return mappers.toIceberg(new Schema(List.of(field)), formatVersion).columns().get(0);
  }

  private boolean fits(Field field, NestedField column) {
    try {
      AppendConversion ignored =
          AppendConversion.plan(
              new Schema(List.of(field)),
              new org.apache.iceberg.Schema(column),
              formatVersion,
              mappers,
              column.name());
      return true;
    } catch (IceRunnerException e) {
      return false;
    }
  }
}

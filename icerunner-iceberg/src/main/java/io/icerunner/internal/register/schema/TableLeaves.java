package io.icerunner.internal.register.schema;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.StoredType;
import io.icerunner.internal.parquet.UnreadableFile;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.MappedFields;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.parquet.ParquetSchemaUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * Finds the table's field for each column of a file as readers do: by the ids in the file, or else
 * by the table's name mapping. For one file and one thread.
 */
final class TableLeaves {
  private final boolean hasIds;
  private final List<TableLeaf> leaves = new ArrayList<>();
  private int index;

  private TableLeaves(boolean hasIds) {
    this.hasIds = hasIds;
  }

  /**
   * Those columns of the file that the table has.
   *
   * @throws IceRunnerException UNSUPPORTED naming file and column
   */
  static List<TableLeaf> of(String location, MessageType file, Schema table, NameMapping mapping) {
    TableLeaves found = new TableLeaves(ParquetSchemaUtil.hasIds(file));
    try {
      found.group(file, table.asStruct(), mapping.asMappedFields(), Place.TOP, "");
      return found.leaves;
    } catch (UnreadableFile e) {
      throw IceRunnerException.unsupported(
          "Cannot register %s: %s".formatted(location, e.getMessage()));
    }
  }

  private void group(
      GroupType file,
      Types.@Nullable StructType table,
      @Nullable MappedFields names,
      Place place,
      String path)
      throws UnreadableFile {
    for (var column : file.getFields()) {
      String name = path + column.getName();
      Types.NestedField field = table == null ? null : find(column, table, names, name);
      column(column, field, names, place, name);
    }
  }

  private Types.@Nullable NestedField find(
      org.apache.parquet.schema.Type column,
      Types.StructType table,
      @Nullable MappedFields names,
      String path)
      throws UnreadableFile {
    Integer byName = names == null ? null : names.id(column.getName());
    if (!hasIds) {
      return byName == null ? null : table.field(byName);
    }
    Integer id = column.getId() == null ? null : column.getId().intValue();
    if (byName == null || !byName.equals(id)) {
      throw new UnreadableFile(
          "column %s has %s, and %s in the table"
              .formatted(
                  path,
                  id == null ? "no field id" : "field id " + id,
                  byName == null ? "is not" : "has " + byName));
    }
    return table.field(byName);
  }

  private void column(
      org.apache.parquet.schema.Type column,
      Types.@Nullable NestedField field,
      @Nullable MappedFields names,
      Place above,
      String path)
      throws UnreadableFile {
    Place place = field == null ? above : above.below(column, field.fieldId());
    Type type = field == null ? null : field.type();
    MappedField name = field == null || names == null ? null : names.field(field.fieldId());
    MappedFields nested = name == null ? null : name.nestedMapping();
    if (column.isPrimitive()) {
      primitive(column.asPrimitiveType(), type, place, path);
    } else if (type == null || type.isStructType()) {
      group(
          column.asGroupType(),
          type == null ? null : type.asStructType(),
          nested,
          place,
          path + ".");
    } else if (type.isListType() || type.isMapType()) {
      repeated(column.asGroupType(), type.asNestedType(), nested, place, path);
    } else {
      throw new UnreadableFile("column %s is not %s, as in the table".formatted(path, type));
    }
  }

  /** A list or a map: what is in its repeated group are the type's fields, by position. */
  private void repeated(
      GroupType column,
      Type.NestedType type,
      @Nullable MappedFields names,
      Place above,
      String path)
      throws UnreadableFile {
    GroupType entries = column.getType(0).asGroupType();
    Place place = above.repeated();
    for (int i = 0; i < entries.getFieldCount(); i++) {
      Types.NestedField field = type.fields().get(i);
      requireSameId(entries.getType(i), field, path);
      column(entries.getType(i), field, names, place, path + "." + field.name());
    }
  }

  private void requireSameId(
      org.apache.parquet.schema.Type column, Types.NestedField field, String path)
      throws UnreadableFile {
    Integer id = column.getId() == null ? null : column.getId().intValue();
    if (hasIds && (id == null || id != field.fieldId())) {
      throw new UnreadableFile(
          "column %s.%s has %s, and has %d in the table"
              .formatted(
                  path,
                  field.name(),
                  id == null ? "no field id" : "field id " + id,
                  field.fieldId()));
    }
  }

  private void primitive(PrimitiveType column, @Nullable Type type, Place place, String path)
      throws UnreadableFile {
    int at = index++;
    if (type == null) {
      return;
    }
    Type stored = stored(column, path);
    if (!type.isPrimitiveType()
        || !Widening.isHeldBy(stored.asPrimitiveType(), type.asPrimitiveType())) {
      throw new UnreadableFile(
          "column %s is %s in the file and %s in the table".formatted(path, stored, type));
    }
    leaves.add(
        new TableLeaf(
            at,
            column,
            place.canBeNull(),
            place.isRepeated(),
            type.asPrimitiveType(),
            place.ids()));
  }

  private static Type stored(PrimitiveType column, String path) throws UnreadableFile {
    try {
      return StoredType.of(column).type();
    } catch (UnreadableFile e) {
      throw new UnreadableFile("column %s %s".formatted(path, e.getMessage()));
    }
  }

  /** Where the walk is in the table. */
  private record Place(List<Integer> ids, boolean canBeNull, boolean isRepeated) {
    static final Place TOP = new Place(List.of(), false, false);

    Place below(org.apache.parquet.schema.Type column, int id) {
      List<Integer> path = new ArrayList<>(ids);
      path.add(id);
      return new Place(path, canBeNull || column.isRepetition(Repetition.OPTIONAL), isRepeated);
    }

    Place repeated() {
      return new Place(ids, canBeNull, true);
    }
  }
}

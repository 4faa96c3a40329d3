package io.icerunner.internal.scan;

import io.icerunner.internal.parquet.StoredType;
import io.icerunner.internal.parquet.UnreadableFile;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * Turns the columns of one Parquet file into Iceberg fields, beside the table's own. What the table
 * does not need is kept as far as Iceberg has a type for it. For one file and one thread.
 */
final class ColumnConversion {
  /** Some writers leave out what tells a UUID from any other sixteen bytes. */
  private static final Type UNTAGGED_UUID = Types.FixedType.ofLength(16);

  private final int formatVersion;
  private int nextOwnId = -1;
  private boolean exact = true;

  ColumnConversion(int formatVersion) {
    this.formatVersion = formatVersion;
  }

  /** Whether all that the table needs was found under its name and in its type so far. */
  boolean isExact() {
    return exact;
  }

  /**
   * @param table the table's fields beside the file's; null if the table does not need them
   * @param path of the group, empty or ending with a dot
   * @throws UnreadableFile naming a column that the table needs and that cannot be read
   */
  List<Types.NestedField> fields(GroupType file, Types.@Nullable StructType table, String path)
      throws UnreadableFile {
    List<Types.NestedField> fields = new ArrayList<>();
    for (org.apache.parquet.schema.Type column : file.getFields()) {
      fields.add(field(column, table, path + column.getName()));
    }
    return fields;
  }

  private Types.NestedField field(
      org.apache.parquet.schema.Type column, Types.@Nullable StructType table, String path)
      throws UnreadableFile {
    int id = id(column);
    Types.NestedField wanted = table == null ? null : table.field(id);
    if (wanted == null) {
      return Types.NestedField.optional(id, column.getName(), typeIfAny(column, path));
    }
    exact &= wanted.name().equals(column.getName());
    Type type = type(column, wanted.type(), path);
    return column.isRepetition(Repetition.REQUIRED)
        ? Types.NestedField.required(id, column.getName(), type)
        : Types.NestedField.optional(id, column.getName(), type);
  }

  private Type typeIfAny(org.apache.parquet.schema.Type column, String path) {
    boolean before = exact;
    try {
      return type(column, null, path);
    } catch (UnreadableFile e) {
      return Types.UnknownType.get();
    } finally {
      exact = before;
    }
  }

  private Type type(org.apache.parquet.schema.Type column, @Nullable Type table, String path)
      throws UnreadableFile {
    if (column.isRepetition(Repetition.REPEATED)) {
      throw unreadable(path, "is repeated without being marked as a list");
    }
    Type type =
        column.isPrimitive()
            ? primitive(column.asPrimitiveType(), table, path)
            : nested(column.asGroupType(), table, path);
    if (table != null && !fits(type, table)) {
      throw unreadable(path, "is %s in the file, which does not become %s".formatted(type, table));
    }
    return type;
  }

  private boolean fits(Type file, Type table) {
    if (file.isPrimitiveType() && table.isPrimitiveType()) {
      boolean same = file.equals(table);
      exact &= same;
      return same
          || file.equals(UNTAGGED_UUID) && table.typeId() == Type.TypeID.UUID
          || Promotions.isLegal(file, table.asPrimitiveType(), formatVersion);
    }
    return file.typeId() == table.typeId();
  }

  private Type primitive(PrimitiveType column, @Nullable Type table, String path)
      throws UnreadableFile {
    StoredType stored;
    try {
      stored = StoredType.of(column);
    } catch (UnreadableFile e) {
      throw unreadable(path, e.getMessage());
    }
    exact &= table == null || stored.canonical();
    return stored.type();
  }

  private Type nested(GroupType column, @Nullable Type table, String path) throws UnreadableFile {
    var annotation = column.getLogicalTypeAnnotation();
    if (annotation == null) {
      return struct(column, table, path);
    } else if (annotation instanceof ListLogicalTypeAnnotation) {
      return list(column, table, path);
    } else if (annotation instanceof MapLogicalTypeAnnotation
        || annotation instanceof MapKeyValueTypeAnnotation) {
      return map(column, table, path);
    }
    throw unreadable(path, "is stored as %s, which is not read".formatted(annotation));
  }

  private Type struct(GroupType column, @Nullable Type table, String path) throws UnreadableFile {
    Types.StructType wanted = table != null && table.isStructType() ? table.asStructType() : null;
    Types.StructType struct = Types.StructType.of(fields(column, wanted, path + "."));
    exact &= wanted == null || sameFields(struct, wanted);
    return struct;
  }

  private static boolean sameFields(Types.StructType file, Types.StructType table) {
    if (file.fields().size() != table.fields().size()) {
      return false;
    }
    for (int i = 0; i < file.fields().size(); i++) {
      if (file.fields().get(i).fieldId() != table.fields().get(i).fieldId()) {
        return false;
      }
    }
    return true;
  }

  private Type list(GroupType column, @Nullable Type table, String path) throws UnreadableFile {
    GroupType repeated = onlyRepeatedGroup(column, 1, path);
    org.apache.parquet.schema.Type element = repeated.getType(0);
    if (repeated.getName().equals("array")
        || repeated.getName().equals(column.getName() + "_tuple")) {
      throw unreadable(path, "is a list in an old form of two levels, which is not read");
    }
    Types.ListType wanted = table != null && table.isListType() ? table.asListType() : null;
    int id = id(element);
    requireSame(path + ".element", id, wanted == null ? null : wanted.elementId());
    Type type = type(element, wanted == null ? null : wanted.elementType(), path + ".element");
    return element.isRepetition(Repetition.REQUIRED)
        ? Types.ListType.ofRequired(id, type)
        : Types.ListType.ofOptional(id, type);
  }

  private Type map(GroupType column, @Nullable Type table, String path) throws UnreadableFile {
    GroupType entries = onlyRepeatedGroup(column, 2, path);
    org.apache.parquet.schema.Type key = entries.getType(0);
    org.apache.parquet.schema.Type value = entries.getType(1);
    Types.MapType wanted = table != null && table.isMapType() ? table.asMapType() : null;
    int keyId = id(key);
    int valueId = id(value);
    requireSame(path + ".key", keyId, wanted == null ? null : wanted.keyId());
    requireSame(path + ".value", valueId, wanted == null ? null : wanted.valueId());
    Type keyType = type(key, wanted == null ? null : wanted.keyType(), path + ".key");
    Type valueType = type(value, wanted == null ? null : wanted.valueType(), path + ".value");
    return value.isRepetition(Repetition.REQUIRED)
        ? Types.MapType.ofRequired(keyId, valueId, keyType, valueType)
        : Types.MapType.ofOptional(keyId, valueId, keyType, valueType);
  }

  private static GroupType onlyRepeatedGroup(GroupType column, int children, String path)
      throws UnreadableFile {
    org.apache.parquet.schema.Type only = column.getFieldCount() == 1 ? column.getType(0) : column;
    boolean standard =
        only != column
            && !only.isPrimitive()
            && only.isRepetition(Repetition.REPEATED)
            && only.asGroupType().getFieldCount() == children;
    if (!standard) {
      throw unreadable(path, "is a list or map in an unusual form, which is not read");
    }
    return only.asGroupType();
  }

  private static void requireSame(String path, int inFile, @Nullable Integer inTable)
      throws UnreadableFile {
    if (inTable != null && inTable != inFile) {
      throw unreadable(
          path,
          "has %s and not %s, the table's"
              .formatted(inFile < 0 ? "no field id" : "field id " + inFile, inTable));
    }
  }

  private int id(org.apache.parquet.schema.Type column) {
    return column.getId() == null ? nextOwnId-- : column.getId().intValue();
  }

  private static UnreadableFile unreadable(String path, @Nullable String reason) {
    return new UnreadableFile("column %s %s".formatted(path, reason));
  }
}

package io.icerunner.internal.copy;

import io.icerunner.internal.parquet.StoredType;
import io.icerunner.internal.parquet.UnreadableFile;
import java.util.HashSet;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types.ListType;
import org.apache.iceberg.types.Types.MapType;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.iceberg.types.Types.StructType;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * Whether the columns of a file are columns of a table, by their field ids alone and in types that
 * every reader of Iceberg knows. What is in doubt does not fit.
 */
final class FileFit {
  private FileFit() {}

  /**
   * @throws UnreadableFile naming a column that does not fit, or that is missing
   */
  static void check(MessageType file, Schema table) throws UnreadableFile {
    fields(file, table.asStruct(), "");
  }

  private static void fields(GroupType file, StructType table, String path) throws UnreadableFile {
    Set<Integer> seen = new HashSet<>();
    for (org.apache.parquet.schema.Type column : file.getFields()) {
      String name = path + column.getName();
      int id = id(column, name);
      NestedField field = table.field(id);
      if (field == null) {
        throw unfit(name, "has field id %s, which no column of the source has now".formatted(id));
      }
      if (!seen.add(id)) {
        throw unfit(name, "has field id %s, as another one".formatted(id));
      }
      member(column, field, name);
    }
    for (NestedField field : table.fields()) {
      if (field.isRequired() && !seen.contains(field.fieldId()) && !hasDefault(field)) {
        throw unfit(path + field.name(), "is missing, and must have values");
      }
    }
  }

  private static boolean hasDefault(NestedField field) {
    return field.initialDefault() != null;
  }

  private static void member(org.apache.parquet.schema.Type column, NestedField field, String path)
      throws UnreadableFile {
    if (id(column, path) != field.fieldId()) {
      throw unfit(path, "has field id %s and not %s".formatted(id(column, path), field.fieldId()));
    }
    if (column.isRepetition(Repetition.REPEATED)) {
      throw unfit(path, "is repeated without being marked as a list");
    }
    if (field.isRequired() && !column.isRepetition(Repetition.REQUIRED)) {
      throw unfit(path, "may be null in the file, and not in the table");
    }
    Type type = field.type();
    if (column.isPrimitive()) {
      primitive(column, type, path);
    } else if (type.isStructType() && column.getLogicalTypeAnnotation() == null) {
      fields(column.asGroupType(), type.asStructType(), path + ".");
    } else if (type.isListType() && isList(column.getLogicalTypeAnnotation())) {
      ListType list = type.asListType();
      GroupType elements = repeated(column.asGroupType(), 1, path);
      member(elements.getType(0), list.fields().get(0), path + ".element");
    } else if (type.isMapType() && isMap(column.getLogicalTypeAnnotation())) {
      MapType map = type.asMapType();
      GroupType entries = repeated(column.asGroupType(), 2, path);
      member(entries.getType(0), map.fields().get(0), path + ".key");
      member(entries.getType(1), map.fields().get(1), path + ".value");
    } else {
      throw unfit(path, "is %s in the file, and not %s".formatted(column, type));
    }
  }

  private static void primitive(org.apache.parquet.schema.Type column, Type type, String path)
      throws UnreadableFile {
    StoredType stored;
    try {
      stored = StoredType.of(column.asPrimitiveType());
    } catch (UnreadableFile e) {
      throw unfit(path, String.valueOf(e.getMessage()));
    }
    boolean fits =
        type.isPrimitiveType()
            && stored.canonical()
            && (stored.type().equals(type)
                || TypeUtil.isPromotionAllowed(stored.type(), type.asPrimitiveType()));
    if (!fits) {
      throw unfit(path, "is stored as %s, and not as %s".formatted(column, type));
    }
  }

  private static boolean isList(@Nullable LogicalTypeAnnotation annotation) {
    return annotation instanceof ListLogicalTypeAnnotation;
  }

  private static boolean isMap(@Nullable LogicalTypeAnnotation annotation) {
    return annotation instanceof MapLogicalTypeAnnotation
        || annotation instanceof MapKeyValueTypeAnnotation;
  }

  private static GroupType repeated(GroupType column, int children, String path)
      throws UnreadableFile {
    if (column.getFieldCount() == 1 && !column.getType(0).isPrimitive()) {
      GroupType only = column.getType(0).asGroupType();
      boolean isOldForm =
          only.getName().equals("array") || only.getName().equals(column.getName() + "_tuple");
      if (only.isRepetition(Repetition.REPEATED)
          && only.getFieldCount() == children
          && !isOldForm) {
        return only;
      }
    }
    throw unfit(path, "is a list or map in an unusual form");
  }

  private static int id(org.apache.parquet.schema.Type column, String path) throws UnreadableFile {
    if (column.getId() == null) {
      throw unfit(path, "has no field id");
    }
    return column.getId().intValue();
  }

  private static UnreadableFile unfit(String path, String reason) {
    return new UnreadableFile("column %s %s".formatted(path, reason));
  }
}

package io.icerunner.internal.register.schema;

import io.icerunner.internal.parquet.StoredType;
import io.icerunner.internal.parquet.UnreadableFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * Turns the columns of one Parquet file into Iceberg fields, all of them, or refuses the file. For
 * one file and one thread.
 */
final class FileColumnReader {
  private final Map<Integer, Integer> statedIds = new HashMap<>();
  private int nextId = 1;
  private @Nullable String withoutId;

  /**
   * @throws UnreadableFile naming the column
   */
  List<Types.NestedField> fields(GroupType file) throws UnreadableFile {
    return fields(file, "");
  }

  /** The field ids in the file by the ids given here. */
  Map<Integer, Integer> statedIds() {
    return statedIds;
  }

  /**
   * @throws UnreadableFile if some columns have a field id and others do not: readers would take
   *     those without one for missing
   */
  void requireAllIdsOrNone() throws UnreadableFile {
    if (withoutId != null && !statedIds.isEmpty()) {
      throw unreadable(withoutId, "has no field id while other columns have one");
    }
  }

  private List<Types.NestedField> fields(GroupType group, String path) throws UnreadableFile {
    List<Types.NestedField> fields = new ArrayList<>(group.getFieldCount());
    Map<String, String> names = new HashMap<>();
    for (var column : group.getFields()) {
      String name = column.getName();
      String other = names.put(name.toLowerCase(Locale.ROOT), name);
      if (other != null) {
        throw unreadable(
            path + name,
            other.equals(name)
                ? "is there twice"
                : "and column %s%s differ in case only".formatted(path, other));
      }
      fields.add(field(column, path + name));
    }
    return fields;
  }

  private Types.NestedField field(org.apache.parquet.schema.Type column, String path)
      throws UnreadableFile {
    if (column.isRepetition(Repetition.REPEATED)) {
      throw unreadable(path, "is repeated without being marked as a list");
    }
    int id = id(column, path);
    Type type = type(column, path);
    return column.isRepetition(Repetition.REQUIRED)
        ? Types.NestedField.required(id, column.getName(), type)
        : Types.NestedField.optional(id, column.getName(), type);
  }

  private Type type(org.apache.parquet.schema.Type column, String path) throws UnreadableFile {
    return column.isPrimitive()
        ? primitive(column.asPrimitiveType(), path)
        : nested(column.asGroupType(), path);
  }

  private static Type primitive(PrimitiveType column, String path) throws UnreadableFile {
    if (column.getLogicalTypeAnnotation() instanceof IntLogicalTypeAnnotation integer
        && !integer.isSigned()
        && integer.getBitWidth() >= Integer.SIZE) {
      throw unreadable(
          path,
          "is an unsigned %d-bit integer, which readers of Iceberg tables do not agree about"
              .formatted(integer.getBitWidth()));
    }
    try {
      return StoredType.of(column).type();
    } catch (UnreadableFile e) {
      throw unreadable(path, e.getMessage());
    }
  }

  private Type nested(GroupType column, String path) throws UnreadableFile {
    var annotation = column.getLogicalTypeAnnotation();
    if (annotation == null) {
      return struct(column, path);
    } else if (annotation instanceof ListLogicalTypeAnnotation) {
      return list(column, path);
    } else if (annotation instanceof MapLogicalTypeAnnotation
        || annotation instanceof MapKeyValueTypeAnnotation) {
      return map(column, path);
    }
    throw unreadable(path, "is stored as %s, which is not read".formatted(annotation));
  }

  private Type struct(GroupType column, String path) throws UnreadableFile {
    if (column.getFieldCount() == 0) {
      throw unreadable(path, "is a struct without fields");
    }
    return Types.StructType.of(fields(column, path + "."));
  }

  private Type list(GroupType column, String path) throws UnreadableFile {
    GroupType repeated = onlyRepeatedGroup(column, 1, path);
    if (repeated.getName().equals("array")
        || repeated.getName().equals(column.getName() + "_tuple")) {
      throw unreadable(path, "is a list in an old form of two levels, which is not read");
    }
    Types.NestedField element = field(repeated.getType(0), path + ".element");
    return element.isRequired()
        ? Types.ListType.ofRequired(element.fieldId(), element.type())
        : Types.ListType.ofOptional(element.fieldId(), element.type());
  }

  private Type map(GroupType column, String path) throws UnreadableFile {
    GroupType entries = onlyRepeatedGroup(column, 2, path);
    Types.NestedField key = field(entries.getType(0), path + ".key");
    Types.NestedField value = field(entries.getType(1), path + ".value");
    return value.isRequired()
        ? Types.MapType.ofRequired(key.fieldId(), value.fieldId(), key.type(), value.type())
        : Types.MapType.ofOptional(key.fieldId(), value.fieldId(), key.type(), value.type());
  }

  private static GroupType onlyRepeatedGroup(GroupType column, int children, String path)
      throws UnreadableFile {
    if (column.getFieldCount() == 1
        && !column.getType(0).isPrimitive()
        && column.getType(0).isRepetition(Repetition.REPEATED)
        && column.getType(0).asGroupType().getFieldCount() == children) {
      return column.getType(0).asGroupType();
    }
    throw unreadable(path, "is a list or map in an unusual form, which is not read");
  }

  private int id(org.apache.parquet.schema.Type column, String path) {
    int id = nextId++;
    if (column.getId() != null) {
      statedIds.put(id, column.getId().intValue());
    } else if (withoutId == null) {
      withoutId = path;
    }
    return id;
  }

  private static UnreadableFile unreadable(String path, @Nullable String reason) {
    return new UnreadableFile("column %s %s".formatted(path, reason));
  }
}

package io.icerunner.internal.register.schema;

import io.icerunner.internal.parquet.ParquetFooter;
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
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type.Repetition;
import org.jspecify.annotations.Nullable;

/**
 * Turns the columns of one Parquet file into Iceberg fields, all of them, or refuses the file. For
 * one file and one thread.
 */
final class FileColumnReader {
  private final ParquetFooter footer;
  private final Map<Integer, Integer> statedIds = new HashMap<>();
  private int nextId = 1;
  private @Nullable String withoutId;

  FileColumnReader(ParquetFooter footer) {
    this.footer = footer;
  }

  /**
   * @throws UnreadableFile naming the column
   */
  List<Types.NestedField> fields() throws UnreadableFile {
    return fields(footer.schema(), "");
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

  private Type primitive(PrimitiveType column, String path) throws UnreadableFile {
    String reason = ReaderAgreement.refusal(column, footer.element(column));
    if (reason != null) {
      throw unreadable(path, reason);
    }
    try {
      return StoredType.of(column).type();
    } catch (UnreadableFile e) {
      throw unreadable(path, e.getMessage());
    }
  }

  private Type nested(GroupType column, String path) throws UnreadableFile {
    LogicalTypeAnnotation annotation = column.getLogicalTypeAnnotation();
    if (annotation == null) {
      return struct(column, path);
    }
    String reason = ReaderAgreement.refusal(column, footer.element(column));
    if (reason != null) {
      throw unreadable(path, reason);
    }
    return annotation instanceof ListLogicalTypeAnnotation ? list(column, path) : map(column, path);
  }

  private Type struct(GroupType column, String path) throws UnreadableFile {
    if (column.getFieldCount() == 0) {
      throw unreadable(path, "is a struct without fields");
    }
    return Types.StructType.of(fields(column, path + "."));
  }

  private Type list(GroupType column, String path) throws UnreadableFile {
    GroupType repeated = column.getType(0).asGroupType();
    Types.NestedField element = field(repeated.getType(0), path + ".element");
    return element.isRequired()
        ? Types.ListType.ofRequired(element.fieldId(), element.type())
        : Types.ListType.ofOptional(element.fieldId(), element.type());
  }

  private Type map(GroupType column, String path) throws UnreadableFile {
    GroupType entries = column.getType(0).asGroupType();
    Types.NestedField key = field(entries.getType(0), path + ".key");
    Types.NestedField value = field(entries.getType(1), path + ".value");
    return value.isRequired()
        ? Types.MapType.ofRequired(key.fieldId(), value.fieldId(), key.type(), value.type())
        : Types.MapType.ofOptional(key.fieldId(), value.fieldId(), key.type(), value.type());
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

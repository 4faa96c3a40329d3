package io.icerunner.internal.register.schema;

import io.icerunner.internal.parquet.UnreadableFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.mapping.MappedField;
import org.apache.iceberg.mapping.MappedFields;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Gives the columns of a file the names that the table has for them now, as its name mapping tells:
 * a column that was renamed in the table is still found; one that was dropped there is left out.
 */
final class MappedNames {
  private MappedNames() {}

  /**
   * @throws UnreadableFile if two columns of the file are one of the table
   */
  static List<Types.NestedField> apply(
      List<Types.NestedField> file,
      Types.StructType table,
      @Nullable MappedFields mapping,
      String path)
      throws UnreadableFile {
    List<Types.NestedField> renamed = new ArrayList<>(file.size());
    Map<String, String> names = new HashMap<>();
    for (Types.NestedField field : file) {
      Integer id = mapping == null ? null : mapping.id(field.name());
      Types.NestedField known = id == null ? table.field(field.name()) : table.field(id);
      if (id != null && known == null) {
        continue;
      }
      String name = known == null ? field.name() : known.name();
      String other = names.put(name, field.name());
      if (other != null) {
        throw new UnreadableFile(
            "columns %s%s and %s%s are one column of the table, %s%s"
                .formatted(path, other, path, field.name(), path, name));
      }
      MappedField nested = id == null || mapping == null ? null : mapping.field(id);
      Type type =
          known == null
              ? field.type()
              : type(
                  field.type(),
                  known.type(),
                  nested == null ? null : nested.nestedMapping(),
                  path + name + ".");
      renamed.add(Types.NestedField.from(field).withName(name).ofType(type).build());
    }
    return renamed;
  }

  private static Type type(Type file, Type table, @Nullable MappedFields mapping, String path)
      throws UnreadableFile {
    if (file.isStructType() && table.isStructType()) {
      return Types.StructType.of(
          apply(file.asStructType().fields(), table.asStructType(), mapping, path));
    } else if (file.isListType() && table.isListType()) {
      Types.ListType list = file.asListType();
      Type element =
          type(
              list.elementType(),
              table.asListType().elementType(),
              nested(mapping, table.asListType().elementId()),
              path + "element.");
      return list.isElementOptional()
          ? Types.ListType.ofOptional(list.elementId(), element)
          : Types.ListType.ofRequired(list.elementId(), element);
    } else if (file.isMapType() && table.isMapType()) {
      Types.MapType map = file.asMapType();
      Types.MapType wanted = table.asMapType();
      Type key =
          type(map.keyType(), wanted.keyType(), nested(mapping, wanted.keyId()), path + "key.");
      Type value =
          type(
              map.valueType(),
              wanted.valueType(),
              nested(mapping, wanted.valueId()),
              path + "value.");
      return map.isValueOptional()
          ? Types.MapType.ofOptional(map.keyId(), map.valueId(), key, value)
          : Types.MapType.ofRequired(map.keyId(), map.valueId(), key, value);
    }
    return file;
  }

  private static @Nullable MappedFields nested(@Nullable MappedFields mapping, int id) {
    MappedField field = mapping == null ? null : mapping.field(id);
    return field == null ? null : field.nestedMapping();
  }
}

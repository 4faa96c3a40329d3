package io.icerunner.internal.register.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Joins the columns of a file into those of a table, by name. Fields keep the table's ids; those
 * that only the file has get ids from a counter.
 */
final class SchemaUnion {
  private final boolean grows;
  private final boolean extrasAreErrors;
  private final boolean widens;
  private final boolean relaxes;
  private final BiConsumer<String, String> differences;
  private int nextId;

  /**
   * @param policy what a file may add
   * @param nextId the first id for fields that the table lacks
   * @param differences gets a column and what is wrong with it
   */
  SchemaUnion(SchemaPolicy policy, int nextId, BiConsumer<String, String> differences) {
    this.grows = policy == SchemaPolicy.UNION;
    this.widens = policy == SchemaPolicy.UNION;
    this.extrasAreErrors = policy == SchemaPolicy.FIRST;
    this.relaxes = policy == SchemaPolicy.UNION;
    this.nextId = nextId;
    this.differences = differences;
  }

  /** The fields of both, the table's first. */
  List<Types.NestedField> fields(
      List<Types.NestedField> table, List<Types.NestedField> file, String path) {
    Map<String, Types.NestedField> added = new LinkedHashMap<>();
    file.forEach(field -> added.put(field.name(), field));
    List<Types.NestedField> joined = new ArrayList<>();
    Map<String, String> names = new LinkedHashMap<>();
    for (Types.NestedField field : table) {
      names.put(field.name().toLowerCase(Locale.ROOT), field.name());
      joined.add(field(field, added.remove(field.name()), path + field.name()));
    }
    for (Types.NestedField field : added.values()) {
      String clash = names.get(field.name().toLowerCase(Locale.ROOT));
      if (clash != null) {
        differences.accept(
            path + field.name(), "differs from column %s%s in case only".formatted(path, clash));
      } else if (grows) {
        joined.add(fresh(field));
      } else if (extrasAreErrors) {
        differences.accept(
            path + field.name(), "is not a column of the table, which has those of its first file");
      }
    }
    return joined;
  }

  private Types.NestedField field(
      Types.NestedField table, Types.@Nullable NestedField file, String path) {
    boolean optional = table.isOptional();
    if (!optional && file == null) {
      differences.accept(path, "is missing, and the table requires it");
    } else if (!optional && file != null && file.isOptional()) {
      if (relaxes) {
        optional = true;
      } else {
        differences.accept(path, "may be null, and the table requires it");
      }
    }
    Type type = file == null ? table.type() : type(table.type(), file.type(), path);
    return Types.NestedField.from(table).isOptional(optional).ofType(type).build();
  }

  private Type type(Type table, Type file, String path) {
    if (table.isPrimitiveType() && file.isPrimitiveType()) {
      return primitive(table.asPrimitiveType(), file.asPrimitiveType(), path);
    } else if (table.isStructType() && file.isStructType()) {
      return Types.StructType.of(
          fields(table.asStructType().fields(), file.asStructType().fields(), path + "."));
    } else if (table.isListType() && file.isListType()) {
      return list(table.asListType(), file.asListType(), path);
    } else if (table.isMapType() && file.isMapType()) {
      return map(table.asMapType(), file.asMapType(), path);
    }
    return different(table, file, path);
  }

  private Type primitive(Type.PrimitiveType table, Type.PrimitiveType file, String path) {
    Type wide = widens ? Widening.of(table, file) : null;
    if (wide == null && Widening.isHeldBy(file, table)) {
      wide = table;
    }
    return wide == null ? different(table, file, path) : wide;
  }

  private Type list(Types.ListType table, Types.ListType file, String path) {
    Types.NestedField element =
        field(table.fields().get(0), file.fields().get(0), path + ".element");
    return element.isOptional()
        ? Types.ListType.ofOptional(element.fieldId(), element.type())
        : Types.ListType.ofRequired(element.fieldId(), element.type());
  }

  private Type map(Types.MapType table, Types.MapType file, String path) {
    Type key = type(table.keyType(), file.keyType(), path + ".key");
    Types.NestedField value = field(table.fields().get(1), file.fields().get(1), path + ".value");
    return value.isOptional()
        ? Types.MapType.ofOptional(table.keyId(), value.fieldId(), key, value.type())
        : Types.MapType.ofRequired(table.keyId(), value.fieldId(), key, value.type());
  }

  private Type different(Type table, Type file, String path) {
    differences.accept(path, "is %s in the file and %s in the table".formatted(file, table));
    return table;
  }

  /** The first id that was not given yet. */
  int nextId() {
    return nextId;
  }

  /** A field that only a file has: it may be null, and so may all in it. */
  Types.NestedField fresh(Types.NestedField file) {
    return Types.NestedField.optional(nextId++, file.name(), fresh(file.type()));
  }

  private Type fresh(Type type) {
    if (type.isStructType()) {
      return Types.StructType.of(type.asStructType().fields().stream().map(this::fresh).toList());
    } else if (type.isListType()) {
      return Types.ListType.ofOptional(nextId++, fresh(type.asListType().elementType()));
    } else if (type.isMapType()) {
      int key = nextId++;
      int value = nextId++;
      Types.MapType map = type.asMapType();
      return Types.MapType.ofOptional(key, value, fresh(map.keyType()), fresh(map.valueType()));
    }
    return type;
  }
}

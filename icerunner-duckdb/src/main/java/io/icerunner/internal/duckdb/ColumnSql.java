package io.icerunner.internal.duckdb;

import io.icerunner.spi.ScanPlan;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/**
 * The expressions that make the columns of a table from those of files of one schema: fields are
 * matched by id, renamed, widened, added and dropped at any depth.
 */
final class ColumnSql {
  private final Map<Integer, NestedField> fileColumns = new HashMap<>();
  private final Map<Integer, String> fileNames = new HashMap<>();
  private final Map<Integer, @Nullable Object> constants;
  private final Map<Integer, String> joined;
  private final String qualifier;
  private final boolean current;

  /** For files whose constants are all those of their group. */
  ColumnSql(ScanPlan.Group group) {
    this(group, "", Map.of());
  }

  /**
   * @param qualifier what leads the names of the files' columns: empty, or a name and a dot
   * @param joined columns of another table that hold the constants of the files, by field id
   */
  ColumnSql(ScanPlan.Group group, String qualifier, Map<Integer, String> joined) {
    this.constants = group.constants();
    this.joined = joined;
    this.qualifier = qualifier;
    this.current = group.current();
    Set<String> taken = new HashSet<>();
    for (NestedField column : group.fileSchema().columns()) {
      fileColumns.put(column.fieldId(), column);
      fileNames.put(column.fieldId(), nameInDuckDb(column.name(), taken));
    }
  }

  /** DuckDB gives a column whose name differs from an earlier one only by case another name. */
  private static String nameInDuckDb(String name, Set<String> taken) {
    String free = name;
    for (int i = 1; !taken.add(free.toLowerCase(Locale.ROOT)); i++) {
      free = name + "_" + i;
    }
    return free;
  }

  /** A column of the table, with its name. */
  String select(NestedField column) {
    String name = SqlText.name(column.name());
    String expression = expression(column);
    return expression.equals(name) ? name : expression + " AS " + name;
  }

  private String expression(NestedField column) {
    NestedField inFile = fileColumns.get(column.fieldId());
    if (inFile == null) {
      return missing(column);
    }
    String name = qualifier + SqlText.name(fileNames.getOrDefault(column.fieldId(), inFile.name()));
    String converted = converted(name, inFile.type(), column.type(), column.name(), 0);
    return converted.equals(name) && !current
        ? "CAST(%s AS %s)".formatted(name, SqlTypes.of(column.type(), column.name()))
        : converted;
  }

  private String missing(NestedField column) {
    String other = joined.get(column.fieldId());
    if (other != null) {
      return other;
    }
    if (constants.containsKey(column.fieldId())) {
      return SqlLiterals.of(column.type(), constants.get(column.fieldId()), column.name());
    }
    return SqlLiterals.of(column.type(), column.initialDefault(), column.name());
  }

  private static String converted(String value, Type from, Type to, String column, int depth) {
    if (alike(from, to)) {
      SqlTypes.of(to, column);
      return value;
    }
    if (from.isStructType() && to.isStructType()) {
      return struct(value, from.asStructType(), to.asStructType(), column, depth);
    }
    if (from.isListType() && to.isListType()) {
      String element = "e" + depth;
      String item =
          converted(
              element,
              from.asListType().elementType(),
              to.asListType().elementType(),
              column,
              depth + 1);
      return "list_transform(%s, lambda %s: %s)".formatted(value, element, item);
    }
    if (from.isMapType() && to.isMapType()) {
      return map(value, from.asMapType(), to.asMapType(), column, depth);
    }
    return "CAST(%s AS %s)".formatted(value, SqlTypes.of(to, column));
  }

  private static String struct(
      String value, Types.StructType from, Types.StructType to, String column, int depth) {
    String members =
        to.fields().stream()
            .map(
                field ->
                    SqlText.name(field.name()) + " := " + member(value, from, field, column, depth))
            .collect(Collectors.joining(", "));
    return "CASE WHEN %s IS NULL THEN NULL ELSE struct_pack(%s) END".formatted(value, members);
  }

  private static String member(
      String value, Types.StructType from, NestedField field, String column, int depth) {
    NestedField inFile = from.field(field.fieldId());
    if (inFile == null) {
      return SqlLiterals.of(field.type(), field.initialDefault(), column + "." + field.name());
    }
    String part = "(%s).%s".formatted(value, SqlText.name(inFile.name()));
    return converted(part, inFile.type(), field.type(), column + "." + field.name(), depth);
  }

  private static String map(
      String value, Types.MapType from, Types.MapType to, String column, int depth) {
    String entry = "e" + depth;
    String key = converted(entry + ".key", from.keyType(), to.keyType(), column, depth + 1);
    String item = converted(entry + ".value", from.valueType(), to.valueType(), column, depth + 1);
    return "CASE WHEN %s IS NULL THEN NULL ELSE map_from_entries(list_transform(map_entries(%s), lambda %s: struct_pack(key := %s, value := %s))) END"
        .formatted(value, value, entry, key, item);
  }

  /** True if the values need no change: same types, and members of the same names in order. */
  private static boolean alike(Type from, Type to) {
    if (from.typeId() != to.typeId()) {
      return false;
    }
    if (from.isPrimitiveType()) {
      return from.equals(to);
    }
    List<NestedField> old = from.asNestedType().fields();
    List<NestedField> now = to.asNestedType().fields();
    if (old.size() != now.size()) {
      return false;
    }
    for (int i = 0; i < old.size(); i++) {
      boolean same =
          old.get(i).fieldId() == now.get(i).fieldId()
              && old.get(i).name().equals(now.get(i).name())
              && alike(old.get(i).type(), now.get(i).type());
      if (!same) {
        return false;
      }
    }
    return true;
  }
}

package io.icerunner.internal.register.schema;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Joins the schemas of files, one after the other. For one plan and one thread. */
final class SchemaPlanner {
  private static final int NANOSECONDS_FROM = 3;

  private final @Nullable Schema table;
  private final int formatVersion;
  private final SchemaPolicy policy;
  private final List<String> differences = new ArrayList<>();

  SchemaPlanner(@Nullable Schema table, int formatVersion, SchemaPolicy policy) {
    this.table = table;
    this.formatVersion = formatVersion;
    this.policy = policy;
  }

  /**
   * @param base the columns to begin with; null to begin with those of the first file
   */
  SchemaPlan plan(@Nullable Schema base, List<FileSchema> files) {
    List<Types.NestedField> fields = base == null ? List.of() : base.columns();
    int nextId = base == null ? 1 : base.highestFieldId() + 1;
    Map<FileSchema, List<String>> known = new LinkedHashMap<>();
    boolean first = base == null;
    for (FileSchema file : files) {
      List<String> alike = known.get(file);
      if (alike != null) {
        alike.forEach(line -> differences.add(line(file, line)));
        continue;
      }
      List<String> found = new ArrayList<>();
      SchemaUnion union =
          new SchemaUnion(
              first ? SchemaPolicy.UNION : policy,
              nextId,
              (column, reason) -> found.add("column %s %s".formatted(column, reason)));
      fields = union.fields(fields, file.fields(), "");
      nextId = union.nextId();
      first = false;
      checkVersion(file.fields(), "", found);
      known.put(file, found);
      found.forEach(line -> differences.add(line(file, line)));
    }
    Schema target = new Schema(fields);
    SchemaPlan plan = SchemaPlan.of(table, target, List.of());
    Schema withIds = table == null ? plan.newTable() : target;
    for (FileSchema file : files) {
      for (String line : StatedIds.conflicts(file, withIds, table)) {
        differences.add(line(file, line));
      }
    }
    return SchemaPlan.of(table, target, differences);
  }

  private void checkVersion(List<Types.NestedField> fields, String path, List<String> found) {
    for (Types.NestedField field : fields) {
      Type type = field.type();
      if (type.typeId() == Type.TypeID.TIMESTAMP_NANO && formatVersion < NANOSECONDS_FROM) {
        found.add(
            "column %s is a timestamp in nanoseconds, which a table of format version %d cannot have"
                .formatted(path + field.name(), formatVersion));
      } else if (type.isNestedType()) {
        checkVersion(type.asNestedType().fields(), path + field.name() + ".", found);
      }
    }
  }

  private static String line(FileSchema file, String difference) {
    return "%s: %s".formatted(file.location(), difference);
  }
}

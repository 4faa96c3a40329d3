package io.icerunner.internal.register.schema;

import io.icerunner.internal.parquet.UnreadableFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Joins the schemas of files, one after the other. For one plan and one thread. */
final class SchemaPlanner {
  private static final int NANOSECONDS_FROM = 3;

  private final @Nullable Schema table;
  private final @Nullable NameMapping mapping;
  private final int formatVersion;
  private final SchemaPolicy policy;
  private final List<String> differences = new ArrayList<>();
  private List<Types.NestedField> joined;
  private int nextId;
  private boolean isFirst;

  /**
   * @param base the columns to begin with; null to begin with those of the first file
   */
  SchemaPlanner(
      @Nullable Schema table,
      @Nullable NameMapping mapping,
      int formatVersion,
      SchemaPolicy policy,
      @Nullable Schema base) {
    this.table = table;
    this.mapping = mapping;
    this.formatVersion = formatVersion;
    this.policy = policy;
    this.joined = base == null ? List.of() : base.columns();
    this.nextId = base == null ? 1 : base.highestFieldId() + 1;
    this.isFirst = base == null;
  }

  SchemaPlan plan(List<FileSchema> files) {
    Map<FileSchema, FileSchema> named = new HashMap<>();
    Map<FileSchema, List<String>> found = new HashMap<>();
    for (FileSchema file : files) {
      List<String> alike = found.get(file);
      if (alike == null) {
        alike = new ArrayList<>();
        FileSchema underTableNames = named(file, alike);
        join(underTableNames, alike);
        named.put(file, underTableNames);
        found.put(file, alike);
      }
      addDifferences(file, alike);
    }
    String clash = DottedNames.clash(joined);
    if (clash != null) {
      differences.add(
          "column %s of the table could be two: one of that name, and a field of another column"
              .formatted(clash));
      return SchemaPlan.of(table, new Schema(), differences);
    }
    SchemaPlan plan = SchemaPlan.of(table, new Schema(joined), List.of());
    Schema withIds = table == null ? plan.newTable() : plan.target();
    Map<FileSchema, List<String>> conflicts = new HashMap<>();
    named.forEach(
        (file, underTableNames) ->
            conflicts.put(file, StatedIds.conflicts(underTableNames, withIds, table)));
    files.forEach(file -> addDifferences(file, conflicts.getOrDefault(file, List.of())));
    return SchemaPlan.of(table, plan.target(), differences);
  }

  private FileSchema named(FileSchema file, List<String> found) {
    if (table == null || mapping == null) {
      return file;
    }
    try {
      return file.withFields(
          MappedNames.apply(file.fields(), table.asStruct(), mapping.asMappedFields(), ""));
    } catch (UnreadableFile e) {
      found.add(String.valueOf(e.getMessage()));
      return file.withFields(List.of());
    }
  }

  private void join(FileSchema file, List<String> found) {
    SchemaUnion union =
        new SchemaUnion(
            isFirst ? SchemaPolicy.UNION : policy,
            nextId,
            (column, reason) -> found.add("column %s %s".formatted(column, reason)));
    joined = union.fields(joined, file.fields(), "");
    nextId = union.nextId();
    isFirst = false;
    checkVersion(file.fields(), "", found);
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

  private void addDifferences(FileSchema file, List<String> found) {
    found.forEach(line -> differences.add("%s: %s".formatted(file.location(), line)));
  }
}

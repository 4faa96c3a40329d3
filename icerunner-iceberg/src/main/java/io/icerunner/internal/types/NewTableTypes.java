package io.icerunner.internal.types;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.TypeMapper.IcebergMapping;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The columns of a new table for an Arrow schema. Collects every reason against it. */
final class NewTableTypes {
  private final HostMappings mappings;
  private final int formatVersion;
  private final AtomicInteger ids = new AtomicInteger();
  private final List<String> problems = new ArrayList<>();
  private ErrorCode code = ErrorCode.INVALID_ARGUMENT;

  private NewTableTypes(HostMappings mappings, int formatVersion) {
    this.mappings = mappings;
    this.formatVersion = formatVersion;
  }

  /**
   * @param arrow of values: no dictionary or run-end encoded fields
   */
  static org.apache.iceberg.Schema schema(Schema arrow, HostMappings mappings, int formatVersion) {
    NewTableTypes types = new NewTableTypes(mappings, formatVersion);
    List<Types.NestedField> columns = types.fields(arrow.getFields(), "");
    if (arrow.getFields().isEmpty()) {
      types.problems.add("the schema has no columns");
    }
    if (!types.problems.isEmpty()) {
      throw new IceRunnerException(
          types.code, "Cannot create a table for the schema: " + String.join("; ", types.problems));
    }
    return TypeUtil.assignIncreasingFreshIds(new org.apache.iceberg.Schema(columns));
  }

  private List<Types.NestedField> fields(List<Field> fields, String prefix) {
    DuplicateNames.in(fields, prefix).ifPresent(problems::add);
    List<Types.NestedField> columns = new ArrayList<>();
    for (Field field : fields) {
      if (field.getName() == null || field.getName().isEmpty()) {
        problems.add(
            prefix.isEmpty()
                ? "a column has no name"
                : "a field of '%s' has no name".formatted(prefix));
        continue;
      }
      int id = ids.incrementAndGet();
      String path = Paths.child(prefix, field.getName());
      Type type = type(field, path, prefix.isEmpty());
      if (type != null) {
        columns.add(
            field.isNullable()
                ? Types.NestedField.optional(id, field.getName(), type)
                : Types.NestedField.required(id, field.getName(), type));
      }
    }
    return columns;
  }

  private @Nullable Type type(Field field, String path, boolean top) {
    IcebergMapping mapping = mappings.toIceberg(field, formatVersion);
    if (mapping != null) {
      return TypeUtil.assignFreshIds(mapping.type(), ids::incrementAndGet);
    }
    TypeRow row = TypeTable.row(ArrowKind.of(field));
    if (row.nested() != null) {
      return nested(row.nested(), field, path);
    }
    return leaf(row, field, path, top);
  }

  private @Nullable Type leaf(TypeRow row, Field field, String path, boolean top) {
    Type type = row.inNewTable(ArrowKind.storage(field), formatVersion);
    boolean mayBeUnknown = top && field.isNullable();
    if (type != null && (mayBeUnknown || type.typeId() != Type.TypeID.UNKNOWN)) {
      return type;
    }
    code = ErrorCode.UNSUPPORTED;
    problems.add("column '%s' is %s: %s".formatted(path, ArrowText.of(field), reason(row, top)));
    return null;
  }

  private String reason(TypeRow row, boolean top) {
    if (row.refusal() != null) {
      return row.refusal();
    }
    if (row.kind() != ArrowKind.NULL) {
      return "Iceberg has no such type";
    }
    if (!top) {
      return "a nested field needs a type";
    }
    return formatVersion < 3
        ? "a table of format version %s needs a type, and so does the column; version 3 has 'unknown' ('format-version' = '3')"
            .formatted(formatVersion)
        : "a required column needs a type";
  }

  private @Nullable Type nested(String kind, Field field, String path) {
    return switch (kind) {
      case "struct" -> struct(field, path);
      case "list" -> list(field, path);
      default -> map(field, path);
    };
  }

  private @Nullable Type struct(Field field, String path) {
    if (field.getChildren().isEmpty()) {
      code = ErrorCode.UNSUPPORTED;
      problems.add("column '%s' is a struct without fields".formatted(path));
      return null;
    }
    return Types.StructType.of(fields(field.getChildren(), path));
  }

  private @Nullable Type list(Field field, String path) {
    Field element = field.getChildren().get(0);
    int id = ids.incrementAndGet();
    Type type = type(element, Paths.child(path, CanonicalTypes.ELEMENT), false);
    if (type == null) {
      return null;
    }
    return element.isNullable()
        ? Types.ListType.ofOptional(id, type)
        : Types.ListType.ofRequired(id, type);
  }

  private @Nullable Type map(Field field, String path) {
    List<Field> pair = field.getChildren().get(0).getChildren();
    int keyId = ids.incrementAndGet();
    int valueId = ids.incrementAndGet();
    Type key = type(pair.get(0), Paths.child(path, CanonicalTypes.KEY), false);
    Type value = type(pair.get(1), Paths.child(path, CanonicalTypes.VALUE), false);
    if (key == null || value == null) {
      return null;
    }
    return pair.get(1).isNullable()
        ? Types.MapType.ofOptional(keyId, valueId, key, value)
        : Types.MapType.ofRequired(keyId, valueId, key, value);
  }
}

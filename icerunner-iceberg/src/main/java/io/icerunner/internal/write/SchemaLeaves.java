package io.icerunner.internal.write;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.parquet.ParquetSchemaUtil;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.schema.MessageType;

/** The columns of the Parquet file for an Iceberg schema. */
final class SchemaLeaves {
  private final String table;
  private final Schema schema;
  private final Map<Integer, ColumnDescriptor> descriptors = new HashMap<>();
  private final List<LeafColumn> leaves = new ArrayList<>();

  private SchemaLeaves(String table, Schema schema) {
    this.table = table;
    this.schema = schema;
  }

  /**
   * In the order of the schema, which is that of the file.
   *
   * @throws IceRunnerException UNSUPPORTED naming the first field that can't be written
   */
  static List<LeafColumn> of(String table, Schema schema) {
    SchemaLeaves found = new SchemaLeaves(table, schema);
    found.refuseUnwritable();
    for (ColumnDescriptor column : parquet(schema).getColumns()) {
      found.descriptors.put(column.getPrimitiveType().getId().intValue(), column);
    }
    List<Types.NestedField> columns = schema.columns();
    for (int top = 0; top < columns.size(); top++) {
      Types.NestedField field = columns.get(top);
      found.visit(field, top, List.of(new PathStep(PathStep.Kind.TOP, top, field.isOptional())));
    }
    return List.copyOf(found.leaves);
  }

  static MessageType parquet(Schema schema) {
    return ParquetSchemaUtil.convert(schema, "table");
  }

  private void visit(Types.NestedField field, int top, List<PathStep> path) {
    Type type = field.type();
    if (type instanceof Types.StructType struct) {
      List<Types.NestedField> fields = struct.fields();
      for (int i = 0; i < fields.size(); i++) {
        Types.NestedField child = fields.get(i);
        visit(child, top, longer(path, PathStep.Kind.FIELD, i, child));
      }
    } else if (type instanceof Types.ListType list) {
      Types.NestedField element = list.fields().get(0);
      visit(element, top, longer(path, PathStep.Kind.ELEMENT, 0, element));
    } else if (type instanceof Types.MapType map) {
      Types.NestedField key = map.fields().get(0);
      Types.NestedField value = map.fields().get(1);
      visit(key, top, longer(path, PathStep.Kind.KEY, 0, key));
      visit(value, top, longer(path, PathStep.Kind.VALUE, 1, value));
    } else if (type.typeId() != Type.TypeID.UNKNOWN) {
      ColumnDescriptor descriptor = descriptors.get(field.fieldId());
      if (descriptor == null) {
        throw unwritable(field);
      }
      leaves.add(
          new LeafColumn(
              table,
              schema.findColumnName(field.fieldId()),
              field.fieldId(),
              type.asPrimitiveType(),
              top,
              path,
              descriptor));
    }
  }

  private static List<PathStep> longer(
      List<PathStep> path, PathStep.Kind kind, int child, Types.NestedField field) {
    List<PathStep> longer = new ArrayList<>(path);
    longer.add(new PathStep(kind, child, field.isOptional()));
    return List.copyOf(longer);
  }

  private void refuseUnwritable() {
    schema.columns().forEach(field -> refuseUnwritable(field, false));
  }

  /**
   * A field of type unknown is left out of the file; a list or map can't be without its element.
   */
  private void refuseUnwritable(Types.NestedField field, boolean needed) {
    switch (field.type().typeId()) {
      case STRUCT -> {
        List<Types.NestedField> fields = field.type().asStructType().fields();
        fields.forEach(child -> refuseUnwritable(child, false));
        if (fields.stream().allMatch(SchemaLeaves::absent)) {
          throw unwritable(field);
        }
      }
      case LIST, MAP ->
          field.type().asNestedType().fields().forEach(child -> refuseUnwritable(child, true));
      case UNKNOWN -> {
        if (needed) {
          throw unwritable(field);
        }
      }
      case BOOLEAN,
          INTEGER,
          LONG,
          FLOAT,
          DOUBLE,
          DATE,
          TIME,
          TIMESTAMP,
          TIMESTAMP_NANO,
          STRING,
          UUID,
          FIXED,
          BINARY,
          DECIMAL -> {}
      default -> throw unwritable(field);
    }
  }

  private static boolean absent(Types.NestedField field) {
    return field.type().typeId() == Type.TypeID.UNKNOWN;
  }

  private IceRunnerException unwritable(Types.NestedField field) {
    return IceRunnerException.unsupported(
        "Cannot write %s: type %s has no Parquet form here".formatted(name(field), field.type()));
  }

  private String name(Types.NestedField field) {
    return table + "." + schema.findColumnName(field.fieldId());
  }
}

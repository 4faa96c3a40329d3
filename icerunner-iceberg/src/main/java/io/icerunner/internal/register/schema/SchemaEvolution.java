package io.icerunner.internal.register.schema;

import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The steps from one schema of a table to a wider one that has the same ids. */
final class SchemaEvolution {
  private final Schema table;
  private final Schema target;

  SchemaEvolution(Schema table, Schema target) {
    this.table = table;
    this.target = target;
  }

  void apply(UpdateSchema update) {
    fields(target.columns(), null, update);
  }

  private void fields(
      List<Types.NestedField> fields, @Nullable String parent, UpdateSchema update) {
    for (Types.NestedField field : fields) {
      Types.NestedField before = table.findField(field.fieldId());
      if (before == null) {
        update.addColumn(parent, field.name(), field.type());
      } else {
        change(before, field, parent == null ? field.name() : parent + "." + field.name(), update);
      }
    }
  }

  private void change(
      Types.NestedField before, Types.NestedField after, String name, UpdateSchema update) {
    if (before.isRequired() && after.isOptional()) {
      update.makeColumnOptional(name);
    }
    Type type = after.type();
    if (type.isNestedType()) {
      fields(type.asNestedType().fields(), name, update);
    } else if (!before.type().equals(type)) {
      update.updateColumn(name, type.asPrimitiveType());
    }
  }
}

package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/** The fields of a spec over a schema, which may be newer than the spec. */
final class SpecRules {
  private SpecRules() {}

  /** One rule for each field of the spec. */
  static List<FieldRule> of(PartitionSpec spec, Schema schema) {
    List<FieldRule> rules = new ArrayList<>();
    for (PartitionField field : spec.fields()) {
      Types.NestedField column = schema.findField(field.sourceId());
      if (column == null && field.transform().isVoid()) {
        column = Types.NestedField.optional(field.sourceId(), field.name(), Types.StringType.get());
      }
      if (column == null || !field.transform().canTransform(column.type())) {
        throw IceRunnerException.unsupported(
            "Cannot partition by %s: %s"
                .formatted(
                    field.name(),
                    column == null
                        ? "its column is no longer in the table"
                        : "%s is not for a %s".formatted(field.transform(), column.type())));
      }
      String name = schema.findColumnName(field.sourceId());
      rules.add(
          FieldRule.of(
              name == null ? column.name() : name,
              column,
              field.transform(),
              records(spec, field.sourceId())));
    }
    return rules;
  }

  /** Whether the spec has a column itself. */
  private static boolean records(PartitionSpec spec, int sourceId) {
    return spec.fields().stream()
        .anyMatch(field -> field.sourceId() == sourceId && field.transform().isIdentity());
  }

  /** The type of the spec's partitions, by the schema's types. */
  static Types.StructType partitionType(PartitionSpec spec, Schema schema) {
    List<Types.NestedField> fields = new ArrayList<>();
    for (PartitionField field : spec.fields()) {
      Types.NestedField column = schema.findField(field.sourceId());
      Type source = column == null ? Types.StringType.get() : column.type();
      fields.add(
          Types.NestedField.optional(
              field.fieldId(), field.name(), field.transform().getResultType(source)));
    }
    return Types.StructType.of(fields);
  }

  /** The rule that a whole column has one value. */
  static FieldRule identity(Types.NestedField column) {
    return FieldRule.of(column.name(), column, Transforms.identity(), true);
  }
}

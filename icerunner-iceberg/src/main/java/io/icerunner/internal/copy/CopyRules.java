package io.icerunner.internal.copy;

import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.encryption.PlaintextEncryptionManager;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types.NestedField;
import org.jspecify.annotations.Nullable;

/**
 * Whether data files of a source mean the same in its copy: readers find columns by field ids and
 * fill those that a file lacks with their defaults, so that ids, types and defaults must be equal.
 */
public final class CopyRules {
  private final Schema source;
  private final Schema table;
  private final Map<Integer, Integer> fieldIds;

  private CopyRules(Schema source, Schema table, Map<Integer, Integer> fieldIds) {
    this.source = source;
    this.table = table;
    this.fieldIds = fieldIds;
  }

  /**
   * Why files cannot be copied, as the rest of a sentence about the table; null if they can.
   *
   * @param fieldIds the table's field id for each of the source's
   */
  public static @Nullable String refusal(
      Table table, Schema source, Map<Integer, Integer> fieldIds) {
    if (!table.spec().isUnpartitioned()) {
      return "it is partitioned";
    }
    if (!(table.encryption() instanceof PlaintextEncryptionManager)) {
      return "it is encrypted";
    }
    String format =
        table
            .properties()
            .getOrDefault(
                TableProperties.DEFAULT_FILE_FORMAT, TableProperties.DEFAULT_FILE_FORMAT_DEFAULT);
    if (!format.equalsIgnoreCase(FileFormat.PARQUET.name())) {
      return "its files are to be %s".formatted(format);
    }
    return new CopyRules(source, table.schema(), fieldIds).refusal();
  }

  private @Nullable String refusal() {
    Map<Integer, NestedField> columns = TypeUtil.indexById(source.asStruct());
    for (NestedField field : columns.values()) {
      NestedField copy = table.findField(field.fieldId());
      String name = source.findColumnName(field.fieldId());
      if (copy == null || fieldIds.getOrDefault(field.fieldId(), -1) != field.fieldId()) {
        return "column %s has another field id than at the source, which is %s"
            .formatted(name, field.fieldId());
      }
      if (!isSame(field.type(), copy.type())) {
        return "column %s is %s, and %s at the source".formatted(name, copy.type(), field.type());
      }
      if (copy.isRequired() && field.isOptional()) {
        return "column %s must have values, and need not at the source".formatted(name);
      }
      if (!Objects.equals(copy.initialDefault(), field.initialDefault())) {
        return "column %s has another default than at the source".formatted(name);
      }
    }
    return defaultOfItsOwn(columns);
  }

  /** The fields of nested types are compared one by one. */
  private static boolean isSame(Type one, Type other) {
    return one.isPrimitiveType() ? one.equals(other) : one.typeId() == other.typeId();
  }

  /** A column that is gone at the source is null in new rows. */
  private @Nullable String defaultOfItsOwn(Map<Integer, NestedField> columns) {
    for (NestedField field : TypeUtil.indexById(table.asStruct()).values()) {
      if (!columns.containsKey(field.fieldId())
          && (field.initialDefault() != null || field.isRequired())) {
        return "column %s, which the source does not have, would not be null"
            .formatted(table.findColumnName(field.fieldId()));
      }
    }
    return null;
  }
}

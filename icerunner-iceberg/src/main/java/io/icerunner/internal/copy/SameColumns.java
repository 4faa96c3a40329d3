package io.icerunner.internal.copy;

import io.icerunner.internal.parquet.StoredType;
import io.icerunner.internal.parquet.UnreadableFile;
import java.util.List;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types.NestedField;
import org.apache.parquet.schema.GroupType;

/**
 * Whether a file that fits has just a table's columns: the same in number, order, name and type.
 */
final class SameColumns {
  private SameColumns() {}

  static boolean areIn(GroupType file, List<NestedField> table) throws UnreadableFile {
    if (file.getFieldCount() != table.size()) {
      return false;
    }
    for (int i = 0; i < table.size(); i++) {
      org.apache.parquet.schema.Type column = file.getType(i);
      NestedField field = table.get(i);
      boolean isSame =
          column.getId() != null
              && column.getId().intValue() == field.fieldId()
              && column.getName().equals(field.name())
              && isSame(column, field.type());
      if (!isSame) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(org.apache.parquet.schema.Type column, Type type)
      throws UnreadableFile {
    if (column.isPrimitive()) {
      return StoredType.of(column.asPrimitiveType()).type().equals(type);
    }
    GroupType group = column.asGroupType();
    if (type.isStructType()) {
      return areIn(group, type.asStructType().fields());
    }
    GroupType entries = group.getType(0).asGroupType();
    List<NestedField> members = type.asNestedType().fields();
    for (int i = 0; i < members.size(); i++) {
      if (!isSame(entries.getType(i), members.get(i).type())) {
        return false;
      }
    }
    return true;
  }
}

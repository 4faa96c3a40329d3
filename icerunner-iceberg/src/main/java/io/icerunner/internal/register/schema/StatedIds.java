package io.icerunner.internal.register.schema;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Field ids that files state. Readers go by them and not by names, so each must be the one that the
 * table has for the column of that name.
 */
final class StatedIds {
  private StatedIds() {}

  /**
   * @param target the schema that the table will have
   * @param table the schema it has now; null if it is new
   * @return a line per column
   */
  static List<String> conflicts(FileSchema file, Schema target, @Nullable Schema table) {
    List<String> found = new ArrayList<>();
    if (!file.statedIds().isEmpty()) {
      collect(file.fields(), file.statedIds(), target, table, "", found);
    }
    return found;
  }

  private static void collect(
      List<Types.NestedField> fields,
      Map<Integer, Integer> ids,
      Schema target,
      @Nullable Schema table,
      String path,
      List<String> found) {
    for (Types.NestedField field : fields) {
      String name = path + field.name();
      int inFile = ids.getOrDefault(field.fieldId(), -1);
      Types.NestedField inTable = target.findField(name);
      if (inTable == null || (table != null && table.findField(name) == null)) {
        found.add(
            "column %s has field id %d, and the table has no such column yet"
                .formatted(name, inFile));
      } else if (inTable.fieldId() != inFile) {
        found.add(
            "column %s has field id %d, which is %d in the table"
                .formatted(name, inFile, inTable.fieldId()));
      }
      Type type = field.type();
      if (type.isNestedType()) {
        collect(type.asNestedType().fields(), ids, target, table, name + ".", found);
      }
    }
  }
}

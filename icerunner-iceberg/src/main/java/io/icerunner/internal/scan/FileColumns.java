package io.icerunner.internal.scan;

import io.icerunner.internal.parquet.UnreadableFile;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.MessageType;

/**
 * The columns of a file in Iceberg's terms.
 *
 * @param schema all columns, in the file's order; those that the table does not have may be of
 *     unknown type
 * @param current true if the table's columns are all there under their own names and stored as
 *     Iceberg stores their types
 */
record FileColumns(Schema schema, boolean current) {

  /**
   * @throws UnreadableFile if a column of the table cannot be read from such a file
   */
  static FileColumns of(MessageType stored, SnapshotSource source) throws UnreadableFile {
    MessageType withIds = FieldIds.assign(stored, source);
    ColumnConversion conversion = new ColumnConversion(source.formatVersion());
    List<Types.NestedField> fields = conversion.fields(withIds, source.schema().asStruct(), "");
    boolean current = conversion.isExact() && hasAll(withIds, source.schema());
    try {
      return new FileColumns(new Schema(fields), current);
    } catch (IllegalArgumentException | ValidationException e) {
      throw new UnreadableFile("its columns are ambiguous: " + e.getMessage());
    }
  }

  private static boolean hasAll(MessageType file, Schema table) {
    Set<Integer> ids = new HashSet<>();
    Set<String> names = new HashSet<>();
    boolean distinct = true;
    for (var field : file.getFields()) {
      if (field.getId() != null) {
        ids.add(field.getId().intValue());
      }
      distinct &= names.add(field.getName().toLowerCase(Locale.ROOT));
    }
    boolean all = table.columns().stream().allMatch(column -> ids.contains(column.fieldId()));
    return all && (distinct || file.getFieldCount() == table.columns().size());
  }
}

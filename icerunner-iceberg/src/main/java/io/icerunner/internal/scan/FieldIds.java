package io.icerunner.internal.scan;

import io.icerunner.internal.parquet.UnreadableFile;
import java.util.HashSet;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.parquet.ParquetSchemaUtil;
import org.apache.iceberg.types.Types;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Gives the columns of a file the table's field ids: the ids in the file; if it has none at all,
 * the table's name mapping; without one, Iceberg's oldest rule, the position of the column, as far
 * as the name confirms it.
 */
final class FieldIds {

  private FieldIds() {}

  static MessageType assign(MessageType stored, SnapshotSource source) throws UnreadableFile {
    try {
      if (ParquetSchemaUtil.hasIds(stored)) {
        return stored;
      }
      String mapping = source.nameMapping();
      return mapping == null
          ? byPosition(stored, source)
          : ParquetSchemaUtil.applyNameMapping(stored, NameMappingParser.fromJson(mapping));
    } catch (IllegalArgumentException | UnsupportedOperationException e) {
      throw new UnreadableFile("its columns cannot be matched with the table's: " + e.getMessage());
    }
  }

  private static MessageType byPosition(MessageType stored, SnapshotSource source)
      throws UnreadableFile {
    MessageType withIds = ParquetSchemaUtil.addFallbackIds(stored);
    for (Type column : withIds.getFields()) {
      Set<String> names = namesEverUsed(source, column.getId().intValue());
      if (!names.isEmpty() && (!column.isPrimitive() || !names.contains(column.getName()))) {
        throw new UnreadableFile(
            "it has no field ids and the table has no name mapping (property schema.name-mapping.default), so which column of the table %s is cannot be told"
                .formatted(column.getName()));
      }
    }
    return withIds;
  }

  private static Set<String> namesEverUsed(SnapshotSource source, int fieldId) {
    Set<String> names = new HashSet<>();
    for (Schema schema : source.table().schemas().values()) {
      Types.@Nullable NestedField field = schema.asStruct().field(fieldId);
      if (field != null) {
        names.add(field.name());
      }
    }
    return names;
  }
}

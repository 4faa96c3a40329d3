package io.icerunner.internal.scan;

import io.icerunner.error.IceRunnerException;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/**
 * Columns that a table is partitioned by as they are. Files that came from a Hive table lack them:
 * their value is in the partition.
 */
final class IdentityColumns {
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long NANOS_PER_DAY = 86_400_000_000_000L;

  private IdentityColumns() {}

  /** Whether files of a spec may lack columns that are in their partition. */
  static boolean mayBeMissing(PartitionSpec spec) {
    return spec.fields().stream().anyMatch(field -> field.transform().isIdentity());
  }

  /**
   * The values of those columns of the table that the file lacks, by field id.
   *
   * @throws IceRunnerException UNSUPPORTED if such a column is inside a struct
   */
  static Map<Integer, @Nullable Object> constants(
      SnapshotSource source, DataFile file, PartitionSpec spec, Schema fileSchema) {
    Map<Integer, @Nullable Object> constants = new HashMap<>();
    StructLike partition = file.partition();
    List<PartitionField> fields = spec.fields();
    for (int position = 0; position < fields.size(); position++) {
      PartitionField field = fields.get(position);
      int sourceId = field.sourceId();
      if (!field.transform().isIdentity()
          || fileSchema.findField(sourceId) != null
          || source.schema().findField(sourceId) == null) {
        continue;
      }
      if (source.schema().asStruct().field(sourceId) == null) {
        throw TableRules.unsupported(
            source.identifier(),
            "data file %s lacks the partition column %s, which is inside a struct"
                .formatted(file.location(), source.schema().findColumnName(sourceId)));
      }
      constants.put(
          sourceId,
          widen(partition.get(position, Object.class), source.schema().findType(sourceId)));
    }
    return Collections.unmodifiableMap(constants);
  }

  /** A value as it is after its column was widened. */
  private static @Nullable Object widen(@Nullable Object value, Type type) {
    if (value instanceof Integer number) {
      return switch (type.typeId()) {
        case LONG -> number.longValue();
        case TIMESTAMP -> number * MICROS_PER_DAY;
        case TIMESTAMP_NANO -> number * NANOS_PER_DAY;
        default -> value;
      };
    }
    if (value instanceof Float number && type.typeId() == Type.TypeID.DOUBLE) {
      return number.doubleValue();
    }
    return value instanceof CharSequence text ? text.toString() : value;
  }
}

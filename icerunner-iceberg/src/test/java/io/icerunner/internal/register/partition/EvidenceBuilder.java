package io.icerunner.internal.register.partition;

import io.icerunner.internal.register.source.SourceFile;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Conversions;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** What a footer could tell of a file; columns that are not named are not in the file. */
final class EvidenceBuilder {
  private final Schema schema;
  private final String location;
  private final long rows;
  private final Map<Integer, Long> values = new HashMap<>();
  private final Map<Integer, Long> nulls = new HashMap<>();
  private final Map<Integer, ByteBuffer> lower = new HashMap<>();
  private final Map<Integer, ByteBuffer> upper = new HashMap<>();

  private EvidenceBuilder(Schema schema, String location, long rows) {
    this.schema = schema;
    this.location = location;
    this.rows = rows;
  }

  static EvidenceBuilder of(Schema schema, String folders, long rows) {
    return new EvidenceBuilder(schema, "file:///lake/" + folders + "/part.parquet", rows);
  }

  /** A column without nulls. */
  EvidenceBuilder bounds(String column, @Nullable Object least, @Nullable Object greatest) {
    return bounds(column, least, greatest, 0);
  }

  EvidenceBuilder bounds(
      String column, @Nullable Object least, @Nullable Object greatest, long nullRows) {
    Types.NestedField field = schema.findField(column);
    nulls(column, nullRows);
    if (least != null && greatest != null) {
      lower.put(field.fieldId(), Conversions.toByteBuffer(field.type(), least));
      upper.put(field.fieldId(), Conversions.toByteBuffer(field.type(), greatest));
    }
    return this;
  }

  EvidenceBuilder nulls(String column, long count) {
    int id = schema.findField(column).fieldId();
    values.put(id, rows);
    nulls.put(id, count);
    return this;
  }

  /** A column of which the footer has no null count. */
  EvidenceBuilder uncounted(String column) {
    int id = schema.findField(column).fieldId();
    values.put(id, rows);
    nulls.remove(id);
    return this;
  }

  FileEvidence build() {
    return new FileEvidence(
        new SourceFile(location, 1_000, 0),
        rows,
        new Metrics(rows, Map.of(), values, nulls, Map.of(), lower, upper),
        HivePath.of("file:///lake", location),
        values.keySet());
  }
}

package io.icerunner.internal.mirror.verify;

import io.icerunner.internal.mirror.digest.ColumnDigest;
import io.icerunner.internal.mirror.digest.ColumnDigests;
import io.icerunner.internal.mirror.source.CanonicalRows;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.iceberg.types.Types;

/**
 * What one side holds.
 *
 * @param content digest of the rows
 * @param columns digests by column name
 */
record Side(long rows, String content, Map<String, ColumnDigest> columns) {

  /**
   * Reads all rows.
   *
   * @param names as which columns count, by the names they have; others keep theirs
   */
  static Side of(CanonicalRows rows, Map<String, String> names) {
    Map<String, String> all = new LinkedHashMap<>();
    for (Types.NestedField column : rows.schema().columns()) {
      all.put(column.name(), names.getOrDefault(column.name(), column.name()));
    }
    ColumnDigests digests = ColumnDigests.of(all);
    while (rows.next()) {
      digests.add(rows.batch());
    }
    Map<String, ColumnDigest> columns = new LinkedHashMap<>();
    digests.columns().forEach(column -> columns.put(column.column(), column));
    return new Side(digests.content().rows(), digests.content().text(), columns);
  }

  boolean isEqual(Side other) {
    return rows == other.rows && content.equals(other.content);
  }
}

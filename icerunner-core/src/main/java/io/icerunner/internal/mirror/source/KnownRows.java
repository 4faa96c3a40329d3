package io.icerunner.internal.mirror.source;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.digest.HashCounts;
import io.icerunner.internal.mirror.digest.RowHashes;
import java.util.List;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.types.Types;

/**
 * Rows that the target has. Rows are the same if all columns are equal that both sides have, or
 * just the key columns; without keys each is known as often as the target has it.
 */
final class KnownRows {
  private final RowHashes hashes;
  private final boolean byKey;
  private final HashCounts counts = new HashCounts();

  private KnownRows(RowHashes hashes, boolean byKey) {
    this.hashes = hashes;
    this.byKey = byKey;
  }

  /**
   * Reads all rows.
   *
   * @param most how many there may be
   * @param where for messages, as in "at or after 5"
   */
  static KnownRows read(CanonicalRows target, List<String> keyColumns, int most, String where) {
    List<String> names = target.schema().columns().stream().map(Types.NestedField::name).toList();
    for (String key : keyColumns) {
      if (!names.contains(key)) {
        throw IceRunnerException.invalidArgument(
            "Cannot tell known rows by the key column %s: the target has no such column; it has %s"
                .formatted(key, names));
      }
    }
    KnownRows known = new KnownRows(RowHashes.of(names), !keyColumns.isEmpty());
    long rows = 0;
    while (target.next()) {
      rows += target.batch().getRowCount();
      if (rows > most) {
        throw IceRunnerException.invalidArgument(
            ("Cannot tell new rows from known ones: the target has more than %s rows %s;"
                    + " take a shorter look-back, or a column with fewer equal values")
                .formatted(most, where));
      }
      known.add(target.batch());
    }
    return known;
  }

  private void add(VectorSchemaRoot batch) {
    hashes.compute(batch);
    for (int i = 0; i < hashes.rowCount(); i++) {
      counts.add(hashes.first(i), hashes.second(i));
    }
  }

  /** Prepares to ask for the rows of a batch. */
  void look(VectorSchemaRoot batch) {
    hashes.compute(batch);
  }

  /** Whether a row of the batch is known; without keys, once for each time that it is. */
  boolean take(int row) {
    return byKey
        ? counts.contains(hashes.first(row), hashes.second(row))
        : counts.take(hashes.first(row), hashes.second(row));
  }
}

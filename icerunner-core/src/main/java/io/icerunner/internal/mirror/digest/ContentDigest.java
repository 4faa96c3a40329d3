package io.icerunner.internal.mirror.digest;

import java.util.Objects;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * A digest of the multiset of rows that were added: equal for equal rows in any order and in any
 * cut into batches. What rows are equal is told by {@link RowHashes}. For use by one thread.
 */
public final class ContentDigest {
  private final RowHashes hashes;
  private final HashSum sum = new HashSum();
  private long rows;

  private ContentDigest(RowHashes hashes) {
    this.hashes = hashes;
  }

  /** Of batches in the canonical layout of a schema. */
  public static ContentDigest of(org.apache.iceberg.Schema schema) {
    return new ContentDigest(RowHashes.of(schema));
  }

  /** Of batches whose rows' hashes are these. */
  public static ContentDigest of(RowHashes hashes) {
    return new ContentDigest(hashes);
  }

  /** Adds all rows of a batch. */
  public void add(VectorSchemaRoot canonicalBatch) {
    addRows(canonicalBatch, 0, canonicalBatch.getRowCount());
  }

  /** Adds some rows of a batch, {@code from} inclusive, {@code to} exclusive. */
  public void addRows(VectorSchemaRoot canonicalBatch, int from, int to) {
    Objects.checkFromToIndex(from, to, canonicalBatch.getRowCount());
    hashes.compute(canonicalBatch);
    addComputed(from, to);
  }

  /** Adds some rows whose hashes have been computed. */
  void addComputed(int from, int to) {
    for (int i = from; i < to; i++) {
      sum.add(hashes.first(i), hashes.second(i));
    }
    rows += to - from;
  }

  /** Rows that were added. */
  public long rows() {
    return rows;
  }

  /** The digest: 32 hexadecimal digits. */
  public String text() {
    return sum.text();
  }
}

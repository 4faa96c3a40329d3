package io.icerunner.internal.mirror.digest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Digests of rows as {@link ContentDigest}, and of each column by itself, which tell in which
 * columns two tables differ. For use by one thread.
 */
public final class ColumnDigests {
  private final List<String> names;
  private final RowHashes hashes;
  private final ContentDigest content;
  private final List<HashSum> sums = new ArrayList<>();
  private final long[] nulls;

  private ColumnDigests(Map<String, String> names) {
    this.names = List.copyOf(names.values());
    this.hashes = RowHashes.of(names);
    this.content = ContentDigest.of(hashes);
    this.nulls = new long[this.names.size()];
    this.names.forEach(column -> sums.add(new HashSum()));
  }

  /** Of batches in the canonical layout of a schema. */
  public static ColumnDigests of(org.apache.iceberg.Schema schema) {
    Map<String, String> names = new LinkedHashMap<>();
    schema.columns().forEach(column -> names.put(column.name(), column.name()));
    return new ColumnDigests(names);
  }

  /**
   * Of batches with these columns, which count as if they had other names.
   *
   * @param names by the names that the batches have, in order
   */
  public static ColumnDigests of(Map<String, String> names) {
    return new ColumnDigests(names);
  }

  /** Adds all rows of a batch. */
  public void add(VectorSchemaRoot canonicalBatch) {
    hashes.compute(canonicalBatch, this::add);
    content.addComputed(0, hashes.rowCount());
  }

  private void add(int column, FieldVector vector, Lanes values) {
    HashSum sum = sums.get(column);
    for (int i = 0; i < vector.getValueCount(); i++) {
      if (!values.isNull(i)) {
        sum.add(values.first(i), values.second(i));
      }
    }
    nulls[column] += vector.getNullCount();
  }

  /** Of the rows as a whole. */
  public ContentDigest content() {
    return content;
  }

  /** Of each column, in order, by the name that it counts as. */
  public List<ColumnDigest> columns() {
    List<ColumnDigest> digests = new ArrayList<>();
    for (int c = 0; c < names.size(); c++) {
      digests.add(new ColumnDigest(names.get(c), sums.get(c).text(), nulls[c]));
    }
    return digests;
  }
}

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
  private final List<String> columns;
  private final List<String> names;
  private final ContentDigest content;
  private final List<HashSum> sums = new ArrayList<>();
  private final long[] nulls;
  private final Lanes values = new Lanes();

  private ColumnDigests(Map<String, String> names) {
    this.columns = List.copyOf(names.keySet());
    this.names = List.copyOf(names.values());
    this.content = ContentDigest.of(RowHashes.of(names));
    this.nulls = new long[columns.size()];
    columns.forEach(column -> sums.add(new HashSum()));
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
    content.add(canonicalBatch);
    for (int c = 0; c < columns.size(); c++) {
      FieldVector column = canonicalBatch.getVector(columns.get(c));
      ValueHashes.into(values, column);
      add(sums.get(c), column.getValueCount());
      nulls[c] += column.getNullCount();
    }
  }

  private void add(HashSum sum, int count) {
    for (int i = 0; i < count; i++) {
      if (!values.isNull(i)) {
        sum.add(values.first(i), values.second(i));
      }
    }
  }

  /** Of the rows as a whole. */
  public ContentDigest content() {
    return content;
  }

  /** Of each column, in order, by the name that it counts as. */
  public List<ColumnDigest> columns() {
    List<ColumnDigest> digests = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      digests.add(new ColumnDigest(names.get(c), sums.get(c).text(), nulls[c]));
    }
    return digests;
  }
}

package io.icerunner.internal.mirror.digest;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * Digests of rows as {@link ContentDigest}, and of each column by itself, which tell in which
 * columns two tables differ. For use by one thread.
 */
public final class ColumnDigests {
  private final List<String> names;
  private final ContentDigest content;
  private final List<HashSum> sums = new ArrayList<>();
  private final long[] nulls;
  private final Lanes values = new Lanes();

  private ColumnDigests(List<String> names, ContentDigest content) {
    this.names = names;
    this.content = content;
    this.nulls = new long[names.size()];
    names.forEach(name -> sums.add(new HashSum()));
  }

  /** Of batches in the canonical layout of a schema. */
  public static ColumnDigests of(org.apache.iceberg.Schema schema) {
    return new ColumnDigests(
        schema.columns().stream().map(column -> column.name()).toList(), ContentDigest.of(schema));
  }

  /** Adds all rows of a batch. */
  public void add(VectorSchemaRoot canonicalBatch) {
    content.add(canonicalBatch);
    for (int c = 0; c < names.size(); c++) {
      FieldVector column = canonicalBatch.getVector(names.get(c));
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

  /** Of each column, in the schema's order. */
  public List<ColumnDigest> columns() {
    List<ColumnDigest> columns = new ArrayList<>();
    for (int c = 0; c < names.size(); c++) {
      columns.add(new ColumnDigest(names.get(c), sums.get(c).text(), nulls[c]));
    }
    return columns;
  }
}

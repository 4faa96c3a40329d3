package io.icerunner.internal.mirror.digest;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;

/**
 * A hash of 128 bits of each row of a batch. It depends on the columns' names, not on their order,
 * and a column of nulls counts like one that is missing: a column that is added changes no hash of
 * the rows before it. Not meant to withstand somebody who looks for rows with equal hashes. For use
 * by one thread; memory: 32 bytes for each row of the largest batch.
 */
public final class RowHashes {
  private final List<Column> columns;
  private final Lanes values = new Lanes();
  private final Lanes rows = new Lanes();
  private int rowCount;

  private RowHashes(List<Column> columns) {
    this.columns = columns;
  }

  /** Over all columns of batches in the canonical layout of a schema. */
  public static RowHashes of(org.apache.iceberg.Schema schema) {
    return of(schema.columns().stream().map(column -> column.name()).toList());
  }

  /** Over the columns of these names. */
  public static RowHashes of(List<String> names) {
    return new RowHashes(names.stream().map(name -> Column.of(name, name)).toList());
  }

  /**
   * Over columns that count as if they had other names.
   *
   * @param names by the names that the batches have
   */
  public static RowHashes of(Map<String, String> names) {
    return new RowHashes(
        names.entrySet().stream().map(e -> Column.of(e.getKey(), e.getValue())).toList());
  }

  /**
   * Computes the hashes of a batch, which take the place of those of the one before.
   *
   * @param canonicalBatch has the columns, in any order, and maybe others
   */
  public void compute(VectorSchemaRoot canonicalBatch) {
    compute(canonicalBatch, (column, vector, hashes) -> {});
  }

  /**
   * Computes the hashes of a batch.
   *
   * @param observer sees the hashes of each column's values on the way
   */
  void compute(VectorSchemaRoot canonicalBatch, ColumnObserver observer) {
    rowCount = canonicalBatch.getRowCount();
    rows.clear(rowCount);
    for (int c = 0; c < columns.size(); c++) {
      Column column = columns.get(c);
      FieldVector vector = column.in(canonicalBatch);
      ValueHashes.into(values, vector);
      rows.addField(values, rowCount, column.first(), column.second());
      observer.see(c, vector, values);
    }
    for (int i = 0; i < rowCount; i++) {
      rows.set(i, Mix.first(rows.first(i)), Mix.second(rows.second(i)));
    }
  }

  /** Rows of the batch. */
  public int rowCount() {
    return rowCount;
  }

  /** The first half of the hash of a row. */
  public long first(int row) {
    return rows.first(row);
  }

  /** The second half of the hash of a row. */
  public long second(int row) {
    return rows.second(row);
  }

  /** Sees the values of columns. */
  @FunctionalInterface
  interface ColumnObserver {
    void see(int column, FieldVector vector, Lanes hashes);
  }

  private record Column(String name, long first, long second) {
    static Column of(String name, String countsAs) {
      return new Column(name, Mix.first(countsAs), Mix.second(countsAs));
    }

    FieldVector in(VectorSchemaRoot batch) {
      FieldVector vector = batch.getVector(name);
      if (vector == null) {
        throw IceRunnerException.invalidArgument(
            "Cannot digest rows: there is no column %s; there are %s"
                .formatted(
                    name, batch.getFieldVectors().stream().map(FieldVector::getName).toList()));
      }
      return vector;
    }
  }
}

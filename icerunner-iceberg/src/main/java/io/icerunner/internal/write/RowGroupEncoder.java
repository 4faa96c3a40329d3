package io.icerunner.internal.write;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.FieldMetrics;
import org.apache.parquet.hadoop.ParquetFileWriter;

/** The encoders of all columns, for the row group under construction. */
final class RowGroupEncoder implements AutoCloseable {
  /** With fewer values than this, handing columns to other threads costs more than it saves. */
  private static final long LEAST_PARALLEL_VALUES = 1 << 15;

  private final List<ColumnEncoder> columns;
  private final ColumnWorkers workers;
  private int rows;

  RowGroupEncoder(
      List<LeafColumn> leaves,
      WriteProperties properties,
      BufferAllocator allocator,
      Executor executor,
      int parallelism) {
    columns = leaves.stream().map(leaf -> encoder(leaf, properties, allocator)).toList();
    workers =
        new ColumnWorkers(
            executor,
            Math.max(1, Math.min(parallelism, leaves.size())),
            () -> new Scratch(allocator, properties.codec().open(properties.compressionLevel())));
  }

  private static ColumnEncoder encoder(
      LeafColumn leaf, WriteProperties properties, BufferAllocator allocator) {
    return switch (leaf.descriptor().getPrimitiveType().getPrimitiveTypeName()) {
      case INT32, INT64, FLOAT, DOUBLE -> new NumberEncoder(leaf, properties, allocator);
      case BINARY, FIXED_LEN_BYTE_ARRAY -> new BytesEncoder(leaf, properties, allocator);
      case BOOLEAN -> new BooleanEncoder(leaf, properties, allocator);
      case INT96 -> throw new IllegalStateException("No Iceberg type is written as INT96");
    };
  }

  void append(VectorSchemaRoot batch, int from, int n) {
    workers.each(
        columns,
        (long) n * columns.size() >= LEAST_PARALLEL_VALUES,
        (column, scratch) -> column.append(batch.getVector(column.leaf.top()), from, n, scratch));
    rows += n;
  }

  int rows() {
    return rows;
  }

  /** Compressed pages and values that wait for their page to fill. */
  long bufferedBytes() {
    return columns.stream().mapToLong(ColumnEncoder::bufferedBytes).sum();
  }

  /** Completes the row group and writes it. */
  void writeTo(ParquetFileWriter file) throws IOException {
    workers.each(columns, rows >= LEAST_PARALLEL_VALUES, ColumnEncoder::endChunk);
    file.startBlock(rows);
    for (ColumnEncoder column : columns) {
      column.writeTo(file);
    }
    file.endBlock();
    rows = 0;
  }

  /** What the footer of the file that ends doesn't hold. */
  Stream<FieldMetrics<?>> endFile() {
    return columns.stream().map(ColumnEncoder::endFile).flatMap(Optional::stream);
  }

  @Override
  public void close() {
    columns.forEach(ColumnEncoder::close);
    workers.close();
  }
}

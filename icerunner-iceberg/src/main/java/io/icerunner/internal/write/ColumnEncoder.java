package io.icerunner.internal.write;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.iceberg.FieldMetrics;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileWriter;

/**
 * Encodes one leaf column, row group after row group. Rows are staged as raw values until a page is
 * full; a full page is encoded, measured and compressed at once. Used by one thread at a time.
 */
abstract class ColumnEncoder implements AutoCloseable {
  /** The largest single row of one column that is encoded. */
  private static final long MOST_ROW_BYTES = 1L << 29;

  final LeafColumn leaf;
  final WriteProperties properties;
  final LevelStage levels;
  private final ColumnChunk chunk;
  private long lastNanos;

  ColumnEncoder(LeafColumn leaf, WriteProperties properties, BufferAllocator allocator) {
    this.leaf = leaf;
    this.properties = properties;
    this.levels = LevelStage.of(leaf);
    this.chunk = new ColumnChunk(leaf.descriptor(), properties.codec().parquet(), allocator);
  }

  /** Adds rows of the top-level column that holds the leaf. */
  final void append(FieldVector top, int from, int rows, Scratch scratch) {
    FieldVector vector = leaf.leafOf(top);
    int at = from;
    int end = from + rows;
    while (at < end) {
      int take = fitting(top, vector, at, Math.min(end - at, room()));
      if (take == 0) {
        endPage(scratch);
        continue;
      }
      levels.append(top, at, take, scratch.selection(), scratch);
      stage(vector, scratch.selection(), scratch);
      at += take;
      if (room() == 0) {
        endPage(scratch);
      }
    }
  }

  /** Completes the column chunk of a row group. */
  final void endChunk(Scratch scratch) {
    endPage(scratch);
    endDictionary(scratch);
  }

  /** Writes the completed chunk and begins the next one. */
  final void writeTo(ParquetFileWriter file) throws IOException {
    chunk.writeTo(file);
  }

  /** What is held for the row group under construction. */
  final long bufferedBytes() {
    return chunk.bytes() + stagedBytes();
  }

  /** Adds the values that were selected from the leaf's vector. */
  abstract void stage(FieldVector vector, Selection selection, Scratch scratch);

  /** Raw bytes in {@link #stage}. */
  abstract long stagedBytes();

  /** Encodes the staged values, gives the page to {@link #keep} and clears the stage. */
  abstract void emit(Scratch scratch);

  /** Ends the dictionary of a row group, if there is one. */
  abstract void endDictionary(Scratch scratch);

  /** Bytes in front of a value of the leaf's vector: a measure of the size of a range of them. */
  abstract long position(FieldVector vector, int index);

  /** What Iceberg wants to know and the Parquet footer doesn't hold, of the file that ends. */
  Optional<FieldMetrics<?>> endFile() {
    return Optional.empty();
  }

  final void keep(Scratch scratch, ByteBuffer page, Encoding encoding, Statistics<?> statistics) {
    chunk.page(scratch, page, levels.slots(), levels.rows(), encoding, statistics);
  }

  final void keepDictionary(Scratch scratch, ByteBuffer page, int entries) {
    chunk.dictionary(scratch, page, entries);
  }

  /** A page whose levels are written, with room for the values. */
  final ByteBuffer pageWithLevels(Scratch scratch, long valueBytes) {
    ByteBuffer page = scratch.page(levels.bound() + valueBytes);
    levels.write(page, scratch);
    return page;
  }

  /** A page of dictionary ids. */
  final void keepIds(Scratch scratch, int[] ids, int n, int entries, Statistics<?> statistics) {
    int width = Math.max(1, RunLengths.width(entries - 1));
    // The levels use the same scratch array: they are written first.
    ByteBuffer page = pageWithLevels(scratch, RunLengths.bound(n, width) + 1);
    byte[] encoded = scratch.encoded(RunLengths.bound(n, width));
    int length = RunLengths.encode(ids, n, width, encoded);
    page.put((byte) width).put(encoded, 0, length);
    keep(scratch, page, Encoding.RLE_DICTIONARY, statistics);
  }

  private void endPage(Scratch scratch) {
    if (levels.rows() > 0) {
      emit(scratch);
      levels.clear();
    }
  }

  private int room() {
    return properties.pageRows() - levels.rows();
  }

  /** How many of the rows still go into the page; at least one into an empty page. */
  private int fitting(FieldVector top, FieldVector vector, int from, int rows) {
    long start = position(vector, leaf.leafIndex(top, from));
    long limit = start + properties.pageBytes() - stagedBytes();
    if (position(vector, leaf.leafIndex(top, from + rows)) <= limit) {
      return rows;
    }
    int fits = 0;
    int tooMany = rows;
    while (tooMany - fits > 1) {
      int middle = (fits + tooMany) >>> 1;
      if (position(vector, leaf.leafIndex(top, from + middle)) <= limit) {
        fits = middle;
      } else {
        tooMany = middle;
      }
    }
    if (fits > 0 || levels.rows() > 0) {
      return fits;
    }
    long bytes = position(vector, leaf.leafIndex(top, from + 1)) - start;
    if (bytes > MOST_ROW_BYTES) {
      throw new IceRunnerException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "Cannot write %s: one row holds %d bytes, more than %d"
              .formatted(leaf.name(), bytes, MOST_ROW_BYTES));
    }
    return 1;
  }

  final long lastNanos() {
    return lastNanos;
  }

  final void lastNanos(long nanos) {
    lastNanos = nanos;
  }

  @Override
  public void close() {
    chunk.close();
  }
}

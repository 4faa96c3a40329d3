package io.icerunner.internal.write;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;

/** The compressed pages of one column of the row group under construction. */
final class ColumnChunk implements AutoCloseable {
  private static final int LEAST_BLOCK_BYTES = 1 << 14;
  private static final int MOST_BLOCK_BYTES = 1 << 22;

  private final ColumnDescriptor column;
  private final CompressionCodecName codec;
  private final BufferAllocator allocator;
  private final List<ArrowBuf> blocks = new ArrayList<>();
  private final List<Page> pages = new ArrayList<>();
  private @Nullable ByteBuffer block;
  private int blockUsed;
  private @Nullable Entries dictionary;
  private long bytes;
  private long slots;

  ColumnChunk(ColumnDescriptor column, CompressionCodecName codec, BufferAllocator allocator) {
    this.column = column;
    this.codec = codec;
    this.allocator = allocator;
  }

  private record Page(
      ByteBuffer compressed,
      int rawBytes,
      int slots,
      int rows,
      Encoding encoding,
      Statistics<?> statistics) {}

  private record Entries(ByteBuffer compressed, int rawBytes, int count) {}

  /**
   * Compresses and keeps a data page.
   *
   * @param page levels and values from 0 to its position
   * @param slots number of values, nulls included
   */
  void page(
      Scratch scratch,
      ByteBuffer page,
      int slots,
      int rows,
      Encoding encoding,
      Statistics<?> statistics) {
    int raw = page.position();
    pages.add(new Page(compress(scratch, page, raw), raw, slots, rows, encoding, statistics));
    this.slots += slots;
  }

  /** Compresses and keeps the dictionary, PLAIN from 0 to the page's position. */
  void dictionary(Scratch scratch, ByteBuffer page, int count) {
    int raw = page.position();
    dictionary = new Entries(compress(scratch, page, raw), raw, count);
  }

  /** Bytes of all compressed pages. */
  long bytes() {
    return bytes;
  }

  void writeTo(ParquetFileWriter file) throws IOException {
    file.startColumn(column, slots, codec);
    Entries entries = dictionary;
    if (entries != null) {
      file.writeDictionaryPage(
          new DictionaryPage(
              BytesInput.from(entries.compressed),
              entries.rawBytes,
              entries.count,
              Encoding.PLAIN));
    }
    for (Page page : pages) {
      // Without the row count there would be neither column nor offset index.
      file.writeDataPage(
          page.slots,
          page.rawBytes,
          BytesInput.from(page.compressed),
          page.statistics,
          (long) page.rows,
          Encoding.RLE,
          Encoding.RLE,
          page.encoding);
    }
    file.endColumn();
    close();
  }

  private ByteBuffer compress(Scratch scratch, ByteBuffer page, int length) {
    int bound = scratch.codec().bound(length);
    ByteBuffer target = block;
    if (target == null || target.capacity() - blockUsed < bound) {
      target =
          open(
              Math.max(
                  bound, (int) Math.max(LEAST_BLOCK_BYTES, Math.min(bytes, MOST_BLOCK_BYTES))));
    }
    int written = scratch.codec().compress(page, length, target, blockUsed);
    ByteBuffer compressed = target.slice(blockUsed, written);
    blockUsed += written;
    bytes += written;
    return compressed;
  }

  private ByteBuffer open(int size) {
    ArrowBuf memory = allocator.buffer(size);
    blocks.add(memory);
    ByteBuffer opened =
        memory.nioBuffer(0, (int) Math.min(memory.capacity(), Integer.MAX_VALUE - 8));
    block = opened;
    blockUsed = 0;
    return opened;
  }

  /** Forgets all pages and gives their memory back; the chunk can be filled again. */
  @Override
  public void close() {
    pages.clear();
    dictionary = null;
    block = null;
    blockUsed = 0;
    bytes = 0;
    slots = 0;
    blocks.forEach(ArrowBuf::close);
    blocks.clear();
  }
}

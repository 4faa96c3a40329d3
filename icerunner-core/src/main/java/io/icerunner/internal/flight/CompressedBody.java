package io.icerunner.internal.flight;

import java.nio.ByteBuffer;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.jspecify.annotations.Nullable;

/**
 * Tries the buffers of a compressed batch one by one. Flight would leak those of a column that it
 * has decompressed already when the next one fails, and lets them take any amount of memory.
 */
final class CompressedBody {
  private static final int LENGTH_SIZE = 8;
  private static final long NOT_COMPRESSED = -1;

  private final ByteBuffer body;
  private final BufferAllocator allocator;
  private final long limit;

  CompressedBody(ByteBuffer body, BufferAllocator allocator, long limit) {
    this.body = body;
    this.allocator = allocator;
    this.limit = limit;
  }

  /** Why the batch is refused; null if all its buffers can be decompressed. */
  @Nullable String fault(RecordBatch batch) {
    byte type = batch.compression().codec();
    CodecType codecType =
        switch (type) {
          case org.apache.arrow.flatbuf.CompressionType.LZ4_FRAME -> CodecType.LZ4_FRAME;
          case org.apache.arrow.flatbuf.CompressionType.ZSTD -> CodecType.ZSTD;
          default -> CodecType.NO_COMPRESSION;
        };
    if (codecType == CodecType.NO_COMPRESSION || batch.compression().method() != 0) {
      return "its compression %s is not known".formatted(type);
    }
    String fault = sizesFault(batch);
    CompressionCodec codec = CompressionCodec.Factory.INSTANCE.createCodec(codecType);
    for (int i = 0; fault == null && i < batch.buffersLength(); i++) {
      Buffer buffer = batch.buffers(i);
      boolean fits = codecType != CodecType.LZ4_FRAME || hasPromisedSize(buffer);
      if (!fits || !decompresses(buffer, codec)) {
        fault = "buffer %s cannot be decompressed".formatted(i);
      }
    }
    return fault;
  }

  private @Nullable String sizesFault(RecordBatch batch) {
    long sum = 0;
    for (int i = 0; i < batch.buffersLength(); i++) {
      Buffer buffer = batch.buffers(i);
      if (buffer.length() > 0 && buffer.length() < LENGTH_SIZE) {
        return "buffer %s is too short to be compressed".formatted(i);
      }
      long size = buffer.length() == 0 ? 0 : size(buffer);
      if (size < NOT_COMPRESSED || size > limit) {
        return "buffer %s says it has %s bytes".formatted(i, size);
      }
      sum += Math.max(size, 0);
    }
    return sum > limit
        ? "its %s bytes when decompressed are more than the %s a call may hold"
            .formatted(sum, limit)
        : null;
  }

  private boolean hasPromisedSize(Buffer buffer) {
    if (buffer.length() == 0 || size(buffer) <= 0) {
      return true;
    }
    int start = (int) buffer.offset() + LENGTH_SIZE;
    int length = (int) buffer.length() - LENGTH_SIZE;
    return Lz4Frame.decompressedSize(body.slice(start, length)) == size(buffer);
  }

  private long size(Buffer buffer) {
    return body.getLong((int) buffer.offset());
  }

  private boolean decompresses(Buffer buffer, CompressionCodec codec) {
    if (buffer.length() == 0 || size(buffer) <= 0) {
      return true;
    }
    ArrowBuf compressed = allocator.buffer(buffer.length());
    try {
      compressed.setBytes(0, body.slice((int) buffer.offset(), (int) buffer.length()));
      compressed.writerIndex(buffer.length());
      compressed.getReferenceManager().retain();
      codec.decompress(allocator, compressed).close();
      return true;
    } catch (RuntimeException e) {
      compressed.close();
      return false;
    } finally {
      compressed.close();
    }
  }
}

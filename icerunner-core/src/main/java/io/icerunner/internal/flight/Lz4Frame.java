package io.icerunner.internal.flight;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Tells how much comes out of an LZ4 frame without decompressing it. The decompressor in use puts
 * everything on the heap before it looks at the size that was promised.
 */
final class Lz4Frame {
  static final long MALFORMED = -1;

  private static final int MAGIC = 0x184D2204;
  private static final int BLOCK_CHECKSUM = 0x10;
  private static final int CONTENT_SIZE = 0x08;
  private static final int CONTENT_CHECKSUM = 0x04;
  private static final int DICTIONARY_ID = 0x01;
  private static final int MIN_MATCH = 4;
  private static final int LONG_LENGTH = 15;

  private final ByteBuffer in;

  private Lz4Frame(ByteBuffer in) {
    this.in = in;
  }

  /**
   * @param frames one frame or several, with nothing else around them
   * @return bytes, or {@link #MALFORMED}
   */
  static long decompressedSize(ByteBuffer frames) {
    Lz4Frame frame = new Lz4Frame(frames.slice().order(ByteOrder.LITTLE_ENDIAN));
    try {
      long size = 0;
      while (frame.in.hasRemaining()) {
        size += frame.next();
      }
      return size;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      return MALFORMED;
    }
  }

  private long next() {
    if (in.getInt() != MAGIC) {
      throw new IllegalArgumentException("no frame");
    }
    int flags = in.get();
    skip(1);
    skip((flags & CONTENT_SIZE) != 0 ? 8 : 0);
    skip((flags & DICTIONARY_ID) != 0 ? 4 : 0);
    skip(1);
    long size = 0;
    for (int block = in.getInt(); block != 0; block = in.getInt()) {
      int length = block & Integer.MAX_VALUE;
      size += block < 0 ? length : blockSize(in.position() + length);
      in.position(block < 0 ? in.position() + length : in.position());
      skip((flags & BLOCK_CHECKSUM) != 0 ? 4 : 0);
    }
    skip((flags & CONTENT_CHECKSUM) != 0 ? 4 : 0);
    return size;
  }

  /** Adds up literals and matches until the end of the block. */
  private long blockSize(int end) {
    long size = 0;
    while (in.position() < end) {
      int token = in.get() & 0xff;
      long literals = length(token >>> 4);
      skip(literals);
      size += literals;
      if (in.position() < end) {
        skip(2);
        size += length(token & LONG_LENGTH) + MIN_MATCH;
      }
    }
    if (in.position() > end) {
      throw new IllegalArgumentException("a block ends amid a sequence");
    }
    return size;
  }

  private long length(int start) {
    long length = start;
    if (start == LONG_LENGTH) {
      int more;
      do {
        more = in.get() & 0xff;
        length += more;
      } while (more == 0xff);
    }
    return length;
  }

  private void skip(long bytes) {
    if (bytes > in.remaining()) {
      throw new BufferUnderflowException();
    }
    in.position(in.position() + (int) bytes);
  }
}

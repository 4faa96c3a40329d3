package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;

/**
 * Copies many short pieces of one buffer to another, one after the other. Small sources are held in
 * an array, and what is copied is written in chunks.
 */
final class TakenBytes {
  private static final int MOST_HELD = 4 << 20;

  private final ArrowBuf source;
  private final byte[] held;
  private final ArrowBuf target;
  private final byte[] chunk = new byte[LittleEndian.CHUNK];
  private int filled;
  private long written;

  TakenBytes(ArrowBuf source, ArrowBuf target) {
    this.source = source;
    this.target = target;
    held = new byte[source.capacity() <= MOST_HELD ? (int) source.capacity() : 0];
    source.getBytes(0, held, 0, held.length);
  }

  void take(int start, int length) {
    if (length > chunk.length) {
      flush();
      target.setBytes(written, source, start, length);
      written += length;
      return;
    }
    if (filled + length > chunk.length) {
      flush();
    }
    if (held.length > 0) {
      System.arraycopy(held, start, chunk, filled, length);
    } else {
      source.getBytes(start, chunk, filled, length);
    }
    filled += length;
  }

  /** Writes what is still held back; the last call. */
  void flush() {
    target.setBytes(written, chunk, 0, filled);
    written += filled;
    filled = 0;
  }
}

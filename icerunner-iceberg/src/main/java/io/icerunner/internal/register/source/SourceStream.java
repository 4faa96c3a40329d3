package io.icerunner.internal.register.source;

import java.io.EOFException;
import java.io.IOException;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;

/** Reads a file in blocks, so that each is repeated by itself if the store fails. */
final class SourceStream extends SeekableInputStream implements RangeReadable {
  private static final int BLOCK = 1 << 20;

  private final SourceStore store;
  private final SourceFile file;
  private byte[] block = new byte[0];
  private long blockStart;
  private long position;

  SourceStream(SourceStore store, SourceFile file) {
    this.store = store;
    this.file = file;
  }

  @Override
  public long getPos() {
    return position;
  }

  @Override
  public void seek(long newPosition) throws IOException {
    if (newPosition < 0 || newPosition > file.size()) {
      throw new EOFException(
          "Cannot seek to %d of %s: it has %d bytes"
              .formatted(newPosition, file.location(), file.size()));
    }
    position = newPosition;
  }

  @Override
  public int read() {
    return fill() ? block[(int) (position++ - blockStart)] & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int start = (int) (position - blockStart);
    int count = Math.min(length, block.length - start);
    System.arraycopy(block, start, target, offset, count);
    position += count;
    return count;
  }

  @Override
  public void readFully(long start, byte[] target, int offset, int length) {
    System.arraycopy(store.read(file.location(), start, length), 0, target, offset, length);
  }

  @Override
  public int readTail(byte[] target, int offset, int length) {
    byte[] tail = store.readTail(file, length);
    System.arraycopy(tail, 0, target, offset, tail.length);
    return tail.length;
  }

  private boolean fill() {
    if (position >= file.size()) {
      return false;
    }
    if (position < blockStart || position >= blockStart + block.length) {
      block = store.read(file.location(), position, (int) Math.min(BLOCK, file.size() - position));
      blockStart = position;
    }
    return true;
  }
}

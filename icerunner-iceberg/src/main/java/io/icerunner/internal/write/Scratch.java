package io.icerunner.internal.write;

import java.nio.ByteBuffer;
import org.apache.arrow.memory.BufferAllocator;

/**
 * What one worker needs while it encodes one column and not afterwards. Every array is at least as
 * long as asked for and holds anything.
 */
final class Scratch implements AutoCloseable {
  /** So many bytes behind the end of a byte array may be read or overwritten by whole words. */
  static final int PADDING = 32;

  private final PageCodec codec;
  private final NativeBuffer page;
  private final NativeBuffer trial;
  private final Selection selection = new Selection();
  private final Slots slots = new Slots();
  private long[] longs = new long[0];
  private long[] pairs = new long[0];
  private int[] ints = new int[0];
  private int[] ids = new int[0];
  private byte[] bits = new byte[0];
  private byte[] encoded = new byte[0];

  Scratch(BufferAllocator allocator, PageCodec codec) {
    this.codec = codec;
    this.page = new NativeBuffer(allocator);
    this.trial = new NativeBuffer(allocator);
  }

  PageCodec codec() {
    return codec;
  }

  Selection selection() {
    return selection;
  }

  Slots slots() {
    return slots;
  }

  /** The page under construction, cleared. */
  ByteBuffer page(long bytes) {
    return page.atLeast(Math.toIntExact(bytes));
  }

  /** How small the page becomes; it stays as it is. */
  int compressedBytes(ByteBuffer page) {
    int length = page.position();
    return codec.compress(page, length, trial.atLeast(codec.bound(length)), 0);
  }

  long[] longs(int n) {
    if (longs.length < n) {
      longs = new long[grown(longs.length, n)];
    }
    return longs;
  }

  /** For 128-bit values. */
  long[] pairs(int n) {
    if (pairs.length < n) {
      pairs = new long[grown(pairs.length, n)];
    }
    return pairs;
  }

  int[] ints(int n) {
    if (ints.length < n) {
      ints = new int[grown(ints.length, n)];
    }
    return ints;
  }

  /** Dictionary ids of a page. */
  int[] ids(int n) {
    if (ids.length < n) {
      ids = new int[grown(ids.length, n)];
    }
    return ids;
  }

  /** For a validity bitmap or other bits. */
  byte[] bits(int bytes) {
    if (bits.length < bytes + PADDING) {
      bits = new byte[grown(bits.length, bytes + PADDING)];
    }
    return bits;
  }

  /** For encoded values. */
  byte[] encoded(long bytes) {
    int n = Math.toIntExact(bytes + PADDING);
    if (encoded.length < n) {
      encoded = new byte[grown(encoded.length, n)];
    }
    return encoded;
  }

  static int grown(int now, int needed) {
    return Math.max(needed, (int) Math.min(2L * now, 1 << 24));
  }

  @Override
  public void close() {
    page.close();
    trial.close();
    codec.close();
  }
}

package io.icerunner.internal.types;

import org.apache.arrow.memory.ArrowBuf;

/** Offset buffers of the canonical layout: 32-bit, one more than values, at least one. */
final class Offsets {
  private Offsets() {}

  /**
   * Appends the next buffer: the offsets as they are.
   *
   * @param offsets 32-bit
   */
  static void share(ArrowBuf offsets, int count, BatchAssembly out) {
    if (count == 0) {
      out.add(4);
    } else {
      out.share(offsets);
    }
  }

  /**
   * Appends the next buffer: 64-bit offsets narrowed.
   *
   * @param base what every offset is reduced by
   */
  static void narrow(ArrowBuf offsets, int count, long base, String path, BatchAssembly out) {
    ArrowBuf narrowed = out.add((count + 1L) * 4);
    if (count == 0) {
      return;
    }
    long end = offsets.getLong(count * 8L) - base;
    if (end > Integer.MAX_VALUE) {
      throw Refusal.tooLarge(path, end);
    }
    for (int i = 0; i <= count; i++) {
      narrowed.setInt(i * 4L, (int) (offsets.getLong(i * 8L) - base));
    }
  }
}

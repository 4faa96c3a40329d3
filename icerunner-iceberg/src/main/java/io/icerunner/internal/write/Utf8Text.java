package io.icerunner.internal.write;

import io.icerunner.error.IceRunnerException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/** Strings must be UTF-8: other readers refuse the whole file, or show something else. */
final class Utf8Text {
  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long NOT_ASCII = 0x8080808080808080L;

  private Utf8Text() {}

  /** Checks the last {@code n} slices, whose bytes begin at {@code start}. */
  static void require(ByteSlices text, int start, int n, LeafColumn leaf) {
    if (ascii(text.bytes(), start, text.used())) {
      return;
    }
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer chars = CharBuffer.allocate(256);
    for (int i = text.count() - n; i < text.count(); i++) {
      long slice = text.slices()[i];
      int length = ByteSlices.length(slice);
      if (ascii(text.bytes(), ByteSlices.start(slice), ByteSlices.start(slice) + length)) {
        continue;
      }
      ByteBuffer value = ByteBuffer.wrap(text.bytes(), ByteSlices.start(slice), length);
      if (!decodes(decoder.reset(), value, chars)) {
        throw IceRunnerException.invalidArgument(
            "Cannot write %s: a string of %d bytes is not UTF-8".formatted(leaf.name(), length));
      }
    }
  }

  private static boolean decodes(CharsetDecoder decoder, ByteBuffer value, CharBuffer chars) {
    var result = decoder.decode(value, chars.clear(), true);
    while (result.isOverflow()) {
      result = decoder.decode(value, chars.clear(), true);
    }
    return result.isUnderflow();
  }

  private static boolean ascii(byte[] bytes, int start, int end) {
    int i = start;
    long high = 0;
    for (; i + 8 <= end; i += 8) {
      high |= (long) WORD.get(bytes, i);
    }
    for (; i < end; i++) {
      high |= bytes[i] < 0 ? NOT_ASCII : 0;
    }
    return (high & NOT_ASCII) == 0;
  }
}

package io.icerunner.internal.register.partition;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Text of a folder's name in which {@code %E6} stands for a byte of UTF-8. */
final class PercentEncoding {
  private PercentEncoding() {}

  /** The text itself; null if its bytes are not UTF-8. */
  static @Nullable String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      ByteBuffer decoded = ByteBuffer.allocate(encoded.remaining());
      while (encoded.hasRemaining()) {
        decoded.put(next(encoded));
      }
      return StandardCharsets.UTF_8.newDecoder().decode(decoded.flip()).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static byte next(ByteBuffer encoded) {
    byte first = encoded.get();
    if (first != '%' || encoded.remaining() < 2) {
      return first;
    }
    int high = hexDigit(encoded.get(encoded.position()));
    int low = hexDigit(encoded.get(encoded.position() + 1));
    if (high < 0 || low < 0) {
      return first;
    }
    encoded.position(encoded.position() + 2);
    return (byte) (high << 4 | low);
  }

  private static int hexDigit(byte letter) {
    return letter < 0 ? -1 : Character.digit((char) letter, 16);
  }
}

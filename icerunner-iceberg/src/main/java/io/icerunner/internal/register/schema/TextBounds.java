package io.icerunner.internal.register.schema;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Bounds of text from bytes that a writer may have cut within a character. */
final class TextBounds {
  private TextBounds() {}

  /** The text up to the first byte that is not UTF-8, which is not above what the bytes bound. */
  static String lower(ByteBuffer bytes) {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
    CharBuffer text = CharBuffer.allocate(bytes.remaining());
    decoder.decode(bytes.duplicate(), text, true);
    return text.flip().toString();
  }

  /** Null if the bytes are not UTF-8. */
  static @Nullable String upper(ByteBuffer bytes) {
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(bytes.duplicate())
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}

package io.icerunner.internal.mirror.cursor;

import io.icerunner.error.IceRunnerException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Text, as {@link TextValues} has it. */
record StringText() implements CursorText<ByteBuffer> {

  @Override
  public String text(ByteBuffer value) {
    return new String(value.array(), StandardCharsets.UTF_8);
  }

  @Override
  public ByteBuffer parse(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public ByteBuffer bound(ByteBuffer value, @Nullable String lookBack) {
    if (lookBack != null) {
      throw LookBack.wrong(lookBack, "string", "text has no distances; leave the look-back out");
    }
    return value;
  }

  @Override
  public String literal(ByteBuffer bound) {
    String text = text(bound);
    if (text.indexOf(0) >= 0) {
      throw IceRunnerException.invalidArgument(
          "Cannot read on from the text \"%s\": a character of code 0 cannot be written in SQL"
              .formatted(text.replace("\0", "\\0")));
    }
    return "'" + text.replace("'", "''") + "'";
  }
}

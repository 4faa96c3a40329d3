package io.icerunner.internal.mirror.cursor;

import io.icerunner.error.IceRunnerException;
import org.jspecify.annotations.Nullable;

/** Text. */
record StringText() implements CursorText<String> {

  @Override
  public String text(String value) {
    return value;
  }

  @Override
  public String parse(String text) {
    return text;
  }

  @Override
  public String bound(String value, @Nullable String lookBack) {
    if (lookBack != null) {
      throw LookBack.wrong(lookBack, "string", "text has no distances; leave the look-back out");
    }
    return value;
  }

  @Override
  public String literal(String bound) {
    if (bound.indexOf(0) >= 0) {
      throw IceRunnerException.invalidArgument(
          "Cannot read on from the text \"%s\": a character of code 0 cannot be written in SQL"
              .formatted(bound.replace("\0", "\\0")));
    }
    return "'" + bound.replace("'", "''") + "'";
  }
}

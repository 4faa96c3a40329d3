package io.icerunner.internal.names;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A table name as text: parts with dots between. A part that holds a dot, a quote, white space or
 * punctuation of SQL is put in double quotes, a quote in it doubled.
 */
public final class TableNameText {
  private static final String ONLY_QUOTED = ".\"'`();,=<>";

  private TableNameText() {}

  /** The parts of the name; null if the text has not the form of a name. */
  public static @Nullable List<String> parse(String text) {
    List<String> parts = new ArrayList<>();
    int position = 0;
    while (true) {
      StringBuilder part = new StringBuilder();
      position =
          position < text.length() && text.charAt(position) == '"'
              ? quoted(text, position + 1, part)
              : plain(text, position, part);
      if (position < 0 || part.isEmpty()) {
        return null;
      }
      parts.add(part.toString());
      if (position == text.length()) {
        return parts;
      }
      if (text.charAt(position) != '.') {
        return null;
      }
      position++;
    }
  }

  /** The text of a name, which {@link #parse} reads back. */
  public static String of(List<String> parts) {
    return parts.stream()
        .map(part -> isPlain(part) ? part : "\"" + part.replace("\"", "\"\"") + "\"")
        .collect(Collectors.joining("."));
  }

  private static boolean isPlain(String part) {
    return !part.isEmpty() && plain(part, 0, new StringBuilder()) == part.length();
  }

  private static int plain(String text, int start, StringBuilder part) {
    int position = start;
    while (position < text.length()) {
      char c = text.charAt(position);
      if (Character.isWhitespace(c) || Character.isISOControl(c) || ONLY_QUOTED.indexOf(c) >= 0) {
        break;
      }
      part.append(c);
      position++;
    }
    return position;
  }

  /** The position after the closing quote; -1 if there is none. */
  private static int quoted(String text, int start, StringBuilder part) {
    int position = start;
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c != '"') {
        part.append(c);
        position++;
      } else if (position + 1 < text.length() && text.charAt(position + 1) == '"') {
        part.append('"');
        position += 2;
      } else {
        return position + 1;
      }
    }
    return -1;
  }
}

package io.icerunner.internal.sql;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A SQL LIKE pattern as metadata commands filter with: {@code %} is any text, {@code _} any one
 * character, {@code \} takes the next character as it is. Case matters.
 */
final class LikePattern implements Predicate<String> {
  static final LikePattern ANY = new LikePattern("%");

  private final Pattern pattern;

  LikePattern(String like) {
    this.pattern = Pattern.compile(regex(like), Pattern.DOTALL);
  }

  @Override
  public boolean test(String name) {
    return pattern.matcher(name).matches();
  }

  private static String regex(String like) {
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < like.length(); ) {
      int c = like.codePointAt(i);
      i += Character.charCount(c);
      if (c == '%') {
        regex.append(".*");
      } else if (c == '_') {
        regex.append('.');
      } else {
        if (c == '\\' && i < like.length()) {
          c = like.codePointAt(i);
          i += Character.charCount(c);
        }
        regex.append(Pattern.quote(Character.toString(c)));
      }
    }
    return regex.toString();
  }
}

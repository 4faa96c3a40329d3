package io.icerunner.internal.flight;

import java.util.regex.Pattern;

/**
 * A pattern of names. With {@code *} or {@code ?} it is a glob; else with {@code %} it is a LIKE
 * pattern, in which {@code _} stands for one character and a backslash makes the next character
 * plain; else it is a name.
 */
public final class NamePattern {
  private final Pattern pattern;

  private NamePattern(Pattern pattern) {
    this.pattern = pattern;
  }

  public static NamePattern of(String text) {
    boolean isGlob = text.indexOf('*') >= 0 || text.indexOf('?') >= 0;
    boolean isLike = !isGlob && text.indexOf('%') >= 0;
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isGlob && c == '*' || isLike && c == '%') {
        regex.append(".*");
      } else if (isGlob && c == '?' || isLike && c == '_') {
        regex.append('.');
      } else if (isLike && c == '\\' && i + 1 < text.length()) {
        i++;
        regex.append(Pattern.quote(text.substring(i, i + 1)));
      } else {
        regex.append(Pattern.quote(text.substring(i, i + 1)));
      }
    }
    return new NamePattern(Pattern.compile(regex.toString(), Pattern.DOTALL));
  }

  public boolean matches(String name) {
    return pattern.matcher(name).matches();
  }
}

package io.icerunner.internal.duckdb.sql;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Cuts a statement into tokens exactly as DuckDB does: nested comments, doubled quotes, escape
 * strings, dollar-quoted strings. Blanks and comments are left out.
 */
final class Tokenizer {
  private final String sql;
  private final List<Token> tokens = new ArrayList<>();
  private int position;

  private Tokenizer(String sql) {
    this.sql = sql;
  }

  /**
   * @throws IceRunnerException INVALID_ARGUMENT if a string, name or comment has no end
   */
  static List<Token> tokenize(String sql) {
    Tokenizer tokenizer = new Tokenizer(sql);
    tokenizer.run();
    return tokenizer.tokens;
  }

  private void run() {
    while (position < sql.length()) {
      char c = sql.charAt(position);
      if (c == '\0') {
        throw wrong("it contains a NUL character", position);
      } else if (isBlank(c)) {
        position++;
      } else if (sql.startsWith("--", position)) {
        skipLineComment();
      } else if (sql.startsWith("/*", position)) {
        skipBlockComment();
      } else {
        token(c);
      }
    }
  }

  private void token(char c) {
    int start = position;
    char next = start + 1 < sql.length() ? sql.charAt(start + 1) : ' ';
    if (c == '\'') {
      add(Kind.STRING, start, quoted(start, '\'', false));
    } else if (c == '"' || c == '`') {
      quotedName(start, c);
    } else if ((c == 'e' || c == 'E') && next == '\'') {
      add(Kind.STRING, start, quoted(start + 1, '\'', true));
    } else if ("xXbBnN".indexOf(c) >= 0 && next == '\'') {
      add(Kind.STRING, start, quoted(start + 1, '\'', false));
    } else if (c == '$') {
      dollar(start);
    } else if (c == '?') {
      add(Kind.PARAMETER, start, digits(start + 1));
    } else if (isDigit(c) || c == '.' && isDigit(next)) {
      add(Kind.NUMBER, start, number(start));
    } else if (isNameStart(c)) {
      int end = start;
      while (end < sql.length() && isNamePart(sql.charAt(end))) {
        end++;
      }
      add(Kind.WORD, start, end);
    } else {
      add(Kind.SYMBOL, start, start + 1);
    }
  }

  private void quotedName(int start, char quote) {
    int end = quoted(start, quote, false);
    String doubled = String.valueOf(quote) + quote;
    String name = sql.substring(start + 1, end - 1).replace(doubled, String.valueOf(quote));
    tokens.add(new Token(Kind.QUOTED_NAME, start, end, name));
    position = end;
  }

  private void dollar(int start) {
    int end = digits(start + 1);
    if (end > start + 1) {
      add(Kind.PARAMETER, start, end);
      return;
    }
    while (end < sql.length() && sql.charAt(end) != '$' && isNamePart(sql.charAt(end))) {
      end++;
    }
    if (end < sql.length() && sql.charAt(end) == '$') {
      String tag = sql.substring(start, end + 1);
      int close = sql.indexOf(tag, end + 1);
      if (close < 0) {
        throw wrong("a dollar-quoted string is not closed", start);
      }
      add(Kind.STRING, start, close + tag.length());
    } else if (end > start + 1) {
      add(Kind.PARAMETER, start, end);
    } else {
      throw wrong("a lone $ is not understood", start);
    }
  }

  private int number(int start) {
    int end = start;
    boolean hex = sql.startsWith("0x", start) || sql.startsWith("0X", start);
    while (end < sql.length()) {
      char c = sql.charAt(end);
      boolean sign =
          (c == '+' || c == '-')
              && !hex
              && end > start
              && "eE".indexOf(sql.charAt(end - 1)) >= 0
              && end + 1 < sql.length()
              && isDigit(sql.charAt(end + 1));
      if (!sign && c != '.' && !(c < 0x80 && isNamePart(c))) {
        break;
      }
      end++;
    }
    return end;
  }

  private int digits(int from) {
    int end = from;
    while (end < sql.length() && isDigit(sql.charAt(end))) {
      end++;
    }
    return end;
  }

  private void add(Kind kind, int start, int end) {
    tokens.add(new Token(kind, start, end, sql.substring(start, end)));
    position = end;
  }

  private void skipLineComment() {
    while (position < sql.length() && "\r\n".indexOf(sql.charAt(position)) < 0) {
      position++;
    }
  }

  private void skipBlockComment() {
    int start = position;
    int depth = 0;
    while (position < sql.length()) {
      if (sql.startsWith("/*", position)) {
        depth++;
        position += 2;
      } else if (sql.startsWith("*/", position)) {
        position += 2;
        if (--depth == 0) {
          return;
        }
      } else {
        position++;
      }
    }
    throw wrong("a comment is not closed", start);
  }

  private int quoted(int open, char quote, boolean backslash) {
    int end = open + 1;
    while (end < sql.length()) {
      char c = sql.charAt(end);
      if (c == quote) {
        boolean doubled = end + 1 < sql.length() && sql.charAt(end + 1) == quote;
        if (!doubled) {
          return end + 1;
        }
        end += 2;
      } else {
        end += backslash && c == '\\' ? 2 : 1;
      }
    }
    throw wrong(quote == '\'' ? "a string is not closed" : "a quoted name is not closed", open);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isNameStart(char c) {
    return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80;
  }

  private static boolean isNamePart(char c) {
    return (isNameStart(c) || isDigit(c) || c == '$') && !isBlank(c);
  }

  static boolean isBlank(char c) {
    return c == ' '
        || c >= '\t' && c <= '\r'
        || c == 0xa0
        || c == 0xfeff
        || c == 0x3000
        || c >= 0x2000 && c <= 0x200b
        || c == 0x202f
        || c == 0x205f;
  }

  private static IceRunnerException wrong(String reason, int position) {
    return IceRunnerException.invalidArgument(
        "Cannot understand the statement: %s (at character %d)".formatted(reason, position + 1));
  }
}

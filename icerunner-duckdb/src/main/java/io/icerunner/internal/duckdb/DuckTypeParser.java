package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.DuckType.ArrayOf;
import io.icerunner.internal.duckdb.DuckType.Decimal;
import io.icerunner.internal.duckdb.DuckType.ListOf;
import io.icerunner.internal.duckdb.DuckType.MapOf;
import io.icerunner.internal.duckdb.DuckType.Member;
import io.icerunner.internal.duckdb.DuckType.Named;
import io.icerunner.internal.duckdb.DuckType.Struct;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the text DuckDB gives for a type: {@code STRUCT(a INTEGER, "b c" DECIMAL(9,2)[])[3]}. */
final class DuckTypeParser {
  private final String text;
  private int at;

  private DuckTypeParser(String text) {
    this.text = text;
  }

  static DuckType parse(String text) {
    DuckTypeParser parser = new DuckTypeParser(text);
    DuckType type = parser.type();
    parser.blanks();
    if (parser.at != text.length()) {
      throw parser.unreadable();
    }
    return type;
  }

  private DuckType type() {
    DuckType type = base();
    while (take('[')) {
      int from = at;
      at = text.indexOf(']', from) + 1;
      if (at == 0) {
        throw unreadable();
      }
      String length = text.substring(from, at - 1).trim();
      type = length.isEmpty() ? new ListOf(type) : new ArrayOf(type, Integer.parseInt(length));
    }
    return type;
  }

  private DuckType base() {
    blanks();
    if (peek() == '"') {
      return new Named(quoted('"').toUpperCase(Locale.ROOT));
    }
    String name = words();
    if (peek() != '(') {
      return new Named(name);
    }
    return switch (name) {
      case "DECIMAL" -> decimal();
      case "STRUCT" -> struct();
      case "MAP" -> map();
      default -> {
        skipParentheses();
        yield new Named(name);
      }
    };
  }

  private Decimal decimal() {
    at++;
    int precision = Integer.parseInt(until(','));
    int scale = Integer.parseInt(until(')'));
    return new Decimal(precision, scale);
  }

  private MapOf map() {
    at++;
    DuckType key = type();
    expect(',');
    DuckType value = type();
    expect(')');
    return new MapOf(key, value);
  }

  private Struct struct() {
    at++;
    List<Member> members = new ArrayList<>();
    while (!take(')')) {
      if (!members.isEmpty()) {
        expect(',');
      }
      members.add(member());
    }
    return new Struct(members);
  }

  private Member member() {
    blanks();
    int start = at;
    String name = peek() == '"' ? quoted('"') : identifier();
    blanks();
    if (peek() == ',' || peek() == ')' || peek() == '(' || peek() == '[') {
      at = start; // a member without a name
      return new Member("", type());
    }
    return new Member(name, type());
  }

  /** Words up to a punctuation mark, as in {@code TIMESTAMP WITH TIME ZONE}. */
  private String words() {
    int from = at;
    while (at < text.length() && "([,)]".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    String words = text.substring(from, at).trim().toUpperCase(Locale.ROOT);
    if (words.isEmpty()) {
      throw unreadable();
    }
    return words;
  }

  private String identifier() {
    int from = at;
    while (at < text.length() && " ([,)]".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(from, at);
  }

  private String quoted(char quote) {
    StringBuilder name = new StringBuilder();
    at++;
    while (true) {
      if (at >= text.length()) {
        throw unreadable();
      }
      char c = text.charAt(at++);
      if (c != quote) {
        name.append(c);
      } else if (at < text.length() && text.charAt(at) == quote) {
        name.append(quote);
        at++;
      } else {
        return name.toString();
      }
    }
  }

  private void skipParentheses() {
    int depth = 0;
    do {
      char c = peek();
      if (c == '\'' || c == '"') {
        quoted(c);
        continue;
      }
      if (c == 0) {
        throw unreadable();
      }
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      at++;
    } while (depth > 0);
  }

  private String until(char end) {
    int from = at;
    at = text.indexOf(end, from) + 1;
    if (at == 0) {
      throw unreadable();
    }
    return text.substring(from, at - 1).trim();
  }

  private boolean take(char c) {
    blanks();
    if (peek() != c) {
      return false;
    }
    at++;
    return true;
  }

  private void expect(char c) {
    if (!take(c)) {
      throw unreadable();
    }
  }

  private void blanks() {
    while (peek() == ' ') {
      at++;
    }
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private IceRunnerException unreadable() {
    return IceRunnerException.internal("Cannot read the DuckDB type %s".formatted(text), null);
  }
}

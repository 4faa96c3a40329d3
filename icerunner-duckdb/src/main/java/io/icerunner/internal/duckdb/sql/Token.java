package io.icerunner.internal.duckdb.sql;

/**
 * A piece of a statement's text.
 *
 * @param kind what it is
 * @param start its first character
 * @param end behind its last character
 * @param text as written; the bare name of a quoted name
 */
record Token(Kind kind, int start, int end, String text) {
  enum Kind {
    WORD,
    QUOTED_NAME,
    STRING,
    NUMBER,
    PARAMETER,
    SYMBOL
  }

  boolean isWord(String word) {
    return kind == Kind.WORD && text.equalsIgnoreCase(word);
  }

  boolean isSymbol(char symbol) {
    return kind == Kind.SYMBOL && text.charAt(0) == symbol;
  }

  boolean isName() {
    return kind == Kind.WORD || kind == Kind.QUOTED_NAME;
  }
}

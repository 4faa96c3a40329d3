package io.icerunner.internal.duckdb.sql;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.sql.Token.Kind;
import java.util.List;
import java.util.TreeSet;

/**
 * The text of exactly one statement.
 *
 * @param sql without a closing semicolon
 * @param tokens of the text; at least one
 * @param parameterCount how many positional parameters it takes
 */
record StatementText(String sql, List<Token> tokens, int parameterCount) {

  /**
   * @throws IceRunnerException INVALID_ARGUMENT if there is no statement or more than one, or the
   *     parameters are not positional
   */
  static StatementText of(String sql) {
    List<Token> tokens = withoutClosingSemicolons(Tokenizer.tokenize(sql));
    if (tokens.isEmpty()) {
      throw IceRunnerException.invalidArgument("Cannot run the statement: it is empty");
    }
    for (int i = 0; i < tokens.size(); i++) {
      if (tokens.get(i).isSymbol(';')) {
        throw IceRunnerException.invalidArgument(
            "Only one statement is allowed in a request; a second one starts (at character %d)"
                .formatted(tokens.get(Math.min(i + 1, tokens.size() - 1)).start() + 1));
      }
    }
    int end = tokens.get(tokens.size() - 1).end();
    String plain = withPlainBlanks(sql, tokens).substring(0, end);
    return new StatementText(plain, tokens, countParameters(tokens));
  }

  /** DuckDB takes unusual blanks for plain ones, but then its places are off. */
  private static String withPlainBlanks(String sql, List<Token> tokens) {
    StringBuilder plain = new StringBuilder(sql);
    int at = 0;
    for (Token token : tokens) {
      for (; at < token.start(); at++) {
        char c = plain.charAt(at);
        if (c >= 0x80 && Tokenizer.isBlank(c)) {
          plain.setCharAt(at, ' ');
        }
      }
      at = token.end();
    }
    return plain.toString();
  }

  /**
   * Whether a span holds whole tokens, among them a name of these parts. If not, the parser's
   * places are not those of this text.
   */
  boolean holds(Span span, List<String> parts) {
    List<Token> inside =
        tokens.stream().filter(t -> t.start() >= span.start() && t.end() <= span.end()).toList();
    if (inside.isEmpty()
        || inside.get(0).start() != span.start()
        || inside.get(inside.size() - 1).end() != span.end()) {
      return false;
    }
    for (int i = 0; i + 2 * parts.size() - 2 < inside.size(); i++) {
      if (isName(inside.subList(i, i + 2 * parts.size() - 1), parts)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isName(List<Token> tokens, List<String> parts) {
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean fits =
          i % 2 == 1
              ? token.isSymbol('.')
              : token.kind() == Kind.STRING || token.text().equalsIgnoreCase(parts.get(i / 2));
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static List<Token> withoutClosingSemicolons(List<Token> tokens) {
    int end = tokens.size();
    while (end > 0 && tokens.get(end - 1).isSymbol(';')) {
      end--;
    }
    return List.copyOf(tokens.subList(0, end));
  }

  private static int countParameters(List<Token> tokens) {
    int anonymous = 0;
    TreeSet<Integer> numbered = new TreeSet<>();
    for (Token token : tokens) {
      if (token.kind() != Kind.PARAMETER) {
        continue;
      }
      if (token.text().equals("?")) {
        anonymous++;
      } else if (token.text().matches("\\$[1-9][0-9]{0,3}")) {
        numbered.add(Integer.parseInt(token.text().substring(1)));
      } else {
        throw IceRunnerException.invalidArgument(
            "Cannot take the parameter %s: parameters are written ? or $1, $2, … (at character %d)"
                .formatted(token.text(), token.start() + 1));
      }
    }
    if (anonymous > 0 && !numbered.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot take the parameters: ? and $%d are mixed in one statement"
              .formatted(numbered.first()));
    }
    if (!numbered.isEmpty() && numbered.last() != numbered.size()) {
      throw IceRunnerException.invalidArgument(
          "Cannot take the parameters: they go up to $%d but %d of them are used; leave none out"
              .formatted(numbered.last(), numbered.size()));
    }
    return anonymous + numbered.size();
  }
}

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
    return new StatementText(sql.substring(0, end), tokens, countParameters(tokens));
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

package io.icerunner.internal.duckdb.sql;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.duckdb.sql.Token.Kind;
import java.util.List;

/** The text of a predicate that is put between parentheses. */
public final class PredicateText {
  private PredicateText() {}

  /**
   * Checks that the text cannot leave the parentheses it is put in. What it says is checked with
   * the statement it becomes part of.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if it is empty, closes more brackets than it opens,
   *     or has parameters
   */
  public static void check(String predicate) {
    List<Token> tokens = Tokenizer.tokenize(predicate);
    int depth = 0;
    for (Token token : tokens) {
      depth += opens(token) ? 1 : closes(token) ? -1 : 0;
      if (depth < 0 || token.isSymbol(';')) {
        throw refused(predicate, "it is more than one expression");
      }
      if (token.kind() == Kind.PARAMETER) {
        throw refused(predicate, "it has a parameter");
      }
    }
    if (tokens.isEmpty() || depth != 0) {
      throw refused(predicate, tokens.isEmpty() ? "it is empty" : "a bracket is not closed");
    }
  }

  private static boolean opens(Token token) {
    return token.isSymbol('(') || token.isSymbol('[') || token.isSymbol('{');
  }

  private static boolean closes(Token token) {
    return token.isSymbol(')') || token.isSymbol(']') || token.isSymbol('}');
  }

  private static IceRunnerException refused(String predicate, String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot take the filter %s: %s".formatted(predicate, reason));
  }
}

package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.error.IceRunnerException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the one query out of what the parser gives, or says why the statement is none. */
final class StatementKinds {
  private static final Set<String> CHANGES =
      Set.of("INSERT", "UPDATE", "DELETE", "MERGE", "CREATE", "ALTER", "DROP", "TRUNCATE");
  private static final Set<String> BEFORE_TABLE =
      Set.of("INTO", "FROM", "TABLE", "UPDATE", "TRUNCATE");
  private static final Set<String> FILLERS =
      Set.of("INTO", "FROM", "TABLE", "IF", "NOT", "EXISTS", "ONLY");

  private StatementKinds() {}

  static JsonNode queryNode(StatementText text, JsonNode parsed) {
    if (parsed.path("error").asBoolean()) {
      throw refusal(text, parsed);
    }
    JsonNode statements = parsed.path("statements");
    if (statements.size() != 1) {
      throw IceRunnerException.invalidArgument(
          "Only one statement is allowed in a request; this one holds " + statements.size());
    }
    return statements.get(0).path("node");
  }

  private static IceRunnerException refusal(StatementText text, JsonNode parsed) {
    String message = Tree.text(parsed, "error_message");
    String kind = kind(text.tokens());
    if (!message.startsWith("Only SELECT statements can be serialized")) {
      return IceRunnerException.invalidArgument(
          "Cannot understand the statement: "
              + (Tree.text(parsed, "error_type").equals("parser") ? "Parser Error: " : "")
              + message
              + place(text, parsed.path("position")));
    }
    if (CHANGES.contains(kind)) {
      String table = table(text.tokens());
      return IceRunnerException.unsupported(
          "Cannot run %s%s: statements that change data are not supported yet"
              .formatted(kind, table == null ? "" : " on table " + table));
    }
    return IceRunnerException.unsupported(
        "This kind of statement is not supported here: " + kind + hint(kind));
  }

  private static String place(StatementText text, JsonNode position) {
    if (position.isMissingNode()) {
      return "";
    }
    byte[] bytes = text.sql().getBytes(StandardCharsets.UTF_8);
    int length = Math.min(position.asInt(), bytes.length);
    int characters = new String(bytes, 0, length, StandardCharsets.UTF_8).length();
    return " (at character %d)".formatted(characters + 1);
  }

  private static String hint(String kind) {
    return switch (kind) {
      case "PIVOT", "SELECT", "FROM" ->
          "; if it uses PIVOT, write the form FROM t PIVOT (… FOR … IN (…)) with its values";
      default -> "";
    };
  }

  /** The keyword that says what the statement does: the first one, or the one behind WITH. */
  private static String kind(List<Token> tokens) {
    int depth = 0;
    boolean with = tokens.get(0).isWord("WITH");
    for (Token token : tokens) {
      depth += token.isSymbol('(') ? 1 : token.isSymbol(')') ? -1 : 0;
      String word = token.text().toUpperCase(Locale.ROOT);
      if (!with && token.kind() == Token.Kind.WORD
          || with && depth == 0 && (CHANGES.contains(word) || word.equals("SELECT"))) {
        return word;
      }
    }
    return tokens.get(0).text();
  }

  private static @Nullable String table(List<Token> tokens) {
    int i = 0;
    while (i < tokens.size() && !isBeforeTable(tokens.get(i))) {
      i++;
    }
    while (i < tokens.size() && isFiller(tokens.get(i))) {
      i++;
    }
    StringBuilder name = new StringBuilder();
    while (i < tokens.size() && tokens.get(i).isName()) {
      name.append(tokens.get(i).text());
      if (i + 1 >= tokens.size() || !tokens.get(i + 1).isSymbol('.')) {
        break;
      }
      name.append('.');
      i += 2;
    }
    return name.isEmpty() ? null : name.toString();
  }

  private static boolean isBeforeTable(Token token) {
    return token.kind() == Token.Kind.WORD
        && BEFORE_TABLE.contains(token.text().toUpperCase(Locale.ROOT));
  }

  private static boolean isFiller(Token token) {
    return isBeforeTable(token)
        || token.kind() == Token.Kind.WORD
            && FILLERS.contains(token.text().toUpperCase(Locale.ROOT));
  }
}

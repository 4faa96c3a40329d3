package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.names.TableNameText;
import io.icerunner.spi.TableVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The table function {@code changes('ns.t', from[, to])}: the rows that were appended to a table
 * after one snapshot up to another.
 *
 * @param table the parts of the table's name, from a string or written as a column is
 * @param range the snapshots; null stands for the beginning of the history, and for the current one
 */
record ChangesFunction(List<String> table, TableVersion.Changes range) {
  static final String NAME = "changes";

  /** Whether an entry of a FROM calls it. */
  static boolean is(JsonNode from) {
    return Tree.type(from).equals("TABLE_FUNCTION")
        && Tree.functionName(from.path("function")).equals(NAME);
  }

  /**
   * @throws IceRunnerException INVALID_ARGUMENT if the arguments are not these
   */
  static ChangesFunction of(JsonNode from) {
    JsonNode function = from.path("function");
    if (Tree.path(function).size() > 1) {
      throw wrong("its name takes no schema");
    }
    if (!Tree.text(from, "with_ordinality").equals("WITHOUT_ORDINALITY")) {
      throw wrong("WITH ORDINALITY does not go with it");
    }
    List<JsonNode> arguments = Tree.arguments(function);
    if (arguments.size() < 2 || arguments.size() > 3 || !areBare(function)) {
      throw wrong("it takes two or three arguments without names");
    }
    return new ChangesFunction(
        table(arguments.get(0)),
        new TableVersion.Changes(
            snapshot(arguments.get(1)), arguments.size() == 3 ? snapshot(arguments.get(2)) : null));
  }

  private static boolean areBare(JsonNode function) {
    for (JsonNode argument : function.path("arguments")) {
      if (argument.size() != 1 || argument.path("expression").has("alias")) {
        return false;
      }
    }
    return !function.has("filter")
        && !function.path("order_bys").has("orders")
        && !function.path("distinct").asBoolean();
  }

  private static List<String> table(JsonNode argument) {
    List<String> parts = null;
    if (Tree.expressionClass(argument).equals("COLUMN_REF")) {
      parts = Tree.strings(argument.path("column_names"));
    } else if (literalKind(argument).equals("STRING")) {
      parts = TableNameText.parse(literalText(argument));
    }
    if (parts == null) {
      throw wrong("its first argument is no table's name");
    }
    return parts;
  }

  private static @Nullable Long snapshot(JsonNode argument) {
    String kind = literalKind(argument);
    if (kind.equals("NULL_LITERAL")) {
      return null;
    }
    try {
      if (kind.equals("INTEGER")) {
        return Long.valueOf(literalText(argument));
      }
    } catch (NumberFormatException e) {
      // A number of more than 64 bits, refused as all else.
    }
    throw wrong("a snapshot's id is written as a number of 64 bits or NULL");
  }

  private static String literalKind(JsonNode argument) {
    return Tree.expressionClass(argument).equals("CONSTANT")
        ? Tree.text(argument.path("literal"), "kind")
        : "";
  }

  private static String literalText(JsonNode argument) {
    return Tree.text(argument.path("literal"), "text");
  }

  private static IceRunnerException wrong(String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot call changes: %s; write changes('namespace.table', from) or changes('namespace.table', from, to) with ids of snapshots"
            .formatted(reason));
  }
}

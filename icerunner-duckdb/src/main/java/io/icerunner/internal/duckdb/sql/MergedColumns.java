package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;

/** Columns that a join makes one of: those of USING and of NATURAL joins. */
final class MergedColumns {
  private MergedColumns() {}

  /** Whether some join of this FROM may merge the column. */
  static boolean mayMerge(JsonNode from, String name) {
    if (!Tree.type(from).equals("JOIN")) {
      return false;
    }
    boolean natural = Tree.text(from, "ref_type").equals("NATURAL");
    boolean using =
        Tree.strings(from.path("using_columns")).stream().anyMatch(name::equalsIgnoreCase);
    return natural
        || using
        || mayMerge(from.path("left"), name)
        || mayMerge(from.path("right"), name);
  }

  /** Whether every merged column of this FROM has the value it has in its first table. */
  static boolean areOfTheFirst(JsonNode from) {
    if (!Tree.type(from).equals("JOIN")) {
      return true;
    }
    String kind = Tree.text(from, "ref_type");
    String type = Tree.text(from, "join_type");
    return (kind.equals("REGULAR") || kind.equals("CROSS"))
        && (type.equals("INNER") || type.equals("LEFT"))
        && areOfTheFirst(from.path("left"))
        && areOfTheFirst(from.path("right"));
  }
}

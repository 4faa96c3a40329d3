package io.icerunner.internal.mirror.cursor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.internal.json.Json;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far a table has been followed.
 *
 * @param type of the column, as Iceberg writes it
 * @param last the largest value; null if the source had no rows
 */
public record CursorPosition(String column, String type, @Nullable String last) {
  private static final String WHAT = "position of a cursor";
  private static final Set<String> KEYS = Set.of("column", "type", "last");

  /** Reads what {@link #json} wrote. */
  public static CursorPosition parse(String json) {
    JsonNode object = Json.object(json, WHAT, KEYS);
    return new CursorPosition(
        Json.requiredText(object, "column", WHAT),
        Json.requiredText(object, "type", WHAT),
        Json.text(object, "last", WHAT));
  }

  /** As records hold it. */
  public String json() {
    ObjectNode object = Json.object().put("column", column).put("type", type).put("last", last);
    return object.toString();
  }
}

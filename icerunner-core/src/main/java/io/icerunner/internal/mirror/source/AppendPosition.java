package io.icerunner.internal.mirror.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.internal.json.Json;
import java.util.Set;

/**
 * How far a table is that all is appended to.
 *
 * @param cycles how often the source was read
 * @param rows that it gave
 */
record AppendPosition(long cycles, long rows) {
  static final AppendPosition NONE = new AppendPosition(0, 0);

  private static final String CYCLES = "cycles";
  private static final String ROWS = "rows";

  static AppendPosition parse(String json) {
    JsonNode node = Json.object(json, "position of an appending mirror", Set.of(CYCLES, ROWS));
    return new AppendPosition(node.path(CYCLES).asLong(), node.path(ROWS).asLong());
  }

  String json() {
    return Json.object().put(CYCLES, cycles).put(ROWS, rows).toString();
  }
}

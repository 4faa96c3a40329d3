package io.icerunner.internal.mirror.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.internal.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * What a table was when it was last read whole.
 *
 * @param digest of its rows in any order
 * @param schema stands for its columns and their types, which the digest leaves aside
 */
record FullPosition(String digest, long rows, String schema) {
  private static final String DIGEST = "digest";
  private static final String ROWS = "rows";
  private static final String SCHEMA = "schema";

  static FullPosition of(String digest, long rows, Schema schema) {
    byte[] fields = schema.getFields().toString().getBytes(StandardCharsets.UTF_8);
    return new FullPosition(digest, rows, UUID.nameUUIDFromBytes(fields).toString());
  }

  static FullPosition parse(String json) {
    String what = "position of a full mirror";
    JsonNode node = Json.object(json, what, Set.of(DIGEST, ROWS, SCHEMA));
    return new FullPosition(
        Json.requiredText(node, DIGEST, what),
        node.path(ROWS).asLong(-1),
        Json.requiredText(node, SCHEMA, what));
  }

  String json() {
    return Json.object().put(DIGEST, digest).put(ROWS, rows).put(SCHEMA, schema).toString();
  }
}

package io.icerunner.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;

/** The position of a mirrored table, as its record has it: a JSON object. */
final class PositionText {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

  private PositionText() {}

  /** A few words of it. */
  static String brief(String position) {
    try {
      JsonNode fields = JSON.readTree(position);
      JsonNode pending = fields.path("pending");
      if (pending.isObject()) {
        return "row %s of those up to snapshot %s"
            .formatted(pending.path("rows").asText(), pending.path("to").asText());
      }
      if (fields.hasNonNull("last")) {
        return fields.path("column").asText("cursor") + " " + fields.path("last").asText();
      }
      if (fields.hasNonNull("snapshot-id")) {
        return "snapshot " + fields.path("snapshot-id").asText();
      }
      return position;
    } catch (JsonProcessingException e) {
      return position;
    }
  }

  /** Its fields; the text itself if it is no JSON object. */
  static Object fields(String position) {
    try {
      return JSON.readValue(position, FIELDS);
    } catch (JsonProcessingException e) {
      return position;
    }
  }
}

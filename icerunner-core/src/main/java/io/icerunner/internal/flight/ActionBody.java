package io.icerunner.internal.flight;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.names.TableNameText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads the bodies of actions. */
final class ActionBody {

  private ActionBody() {}

  static JsonNode object(byte[] body, String what, Set<String> keys) {
    return Json.object(new String(body, StandardCharsets.UTF_8), what, keys);
  }

  /** The parts of the name of a table or namespace, which is text or an array of them. */
  static List<String> name(JsonNode request, String key, String what) {
    JsonNode value = request.get(key);
    List<String> parts = new ArrayList<>();
    if (value != null && value.isArray()) {
      value.forEach(part -> parts.add(part.isTextual() ? part.textValue() : ""));
    } else {
      List<String> parsed = TableNameText.parse(Json.requiredText(request, key, what));
      parts.addAll(parsed == null ? List.of() : parsed);
    }
    if (parts.isEmpty() || parts.contains("")) {
      throw Json.wrongType(key, what, "a name, or an array of its parts");
    }
    return parts;
  }
}

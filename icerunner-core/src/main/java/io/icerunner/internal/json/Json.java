package io.icerunner.internal.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.names.NearestName;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** JSON that clients send and get. What is not expected is refused, never ignored. */
public final class Json {
  private static final int MAX_DEPTH = 200;

  public static final JsonMapper MAPPER = mapper();

  private Json() {}

  private static JsonMapper mapper() {
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .disable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .build();
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build());
    return mapper;
  }

  public static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  public static byte[] bytes(JsonNode node) {
    return node.toString().getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads an object with no other keys than these.
   *
   * @param what for messages, as in "scan request"
   */
  public static JsonNode object(String text, String what, Set<String> keys) {
    JsonNode node;
    try {
      node = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the %s: no valid JSON, %s".formatted(what, e.getOriginalMessage()));
    }
    if (node == null || !node.isObject()) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the %s: a JSON object with the keys %s is expected"
              .formatted(what, new TreeSet<>(keys)));
    }
    for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!keys.contains(name)) {
        throw IceRunnerException.invalidArgument(
            "Cannot read the %s: unknown key \"%s\"%s. Known are %s."
                .formatted(what, name, NearestName.hint(name, keys), new TreeSet<>(keys)));
      }
    }
    return node;
  }

  /** A string; null if the key is absent or null. */
  public static @Nullable String text(JsonNode object, String key, String what) {
    JsonNode value = object.get(key);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.isTextual()) {
      throw wrongType(key, what, "a string");
    }
    return value.textValue();
  }

  public static String requiredText(JsonNode object, String key, String what) {
    String value = text(object, key, what);
    if (value == null || value.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the %s: \"%s\" is missing".formatted(what, key));
    }
    return value;
  }

  /** A 64-bit integer; null if the key is absent or null. */
  public static @Nullable Long longNumber(JsonNode object, String key, String what) {
    JsonNode value = object.get(key);
    if (value == null || value.isNull()) {
      return null;
    }
    if (!value.canConvertToExactIntegral() || !value.canConvertToLong()) {
      throw wrongType(key, what, "a 64-bit integer");
    }
    return value.longValue();
  }

  /** True or false; false if the key is absent or null. */
  public static boolean flag(JsonNode object, String key, String what) {
    JsonNode value = object.get(key);
    if (value == null || value.isNull()) {
      return false;
    }
    if (!value.isBoolean()) {
      throw wrongType(key, what, "true or false");
    }
    return value.booleanValue();
  }

  public static IceRunnerException wrongType(String key, String what, String expected) {
    return IceRunnerException.invalidArgument(
        "Cannot read the %s: \"%s\" must be %s".formatted(what, key, expected));
  }
}

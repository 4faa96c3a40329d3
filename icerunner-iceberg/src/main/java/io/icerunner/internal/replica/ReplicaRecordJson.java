package io.icerunner.internal.replica;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.IceRunnerException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The JSON form of a {@link ReplicaRecord}: an object whose {@code version} is 1, with the record's
 * components under names with hyphens. A key that is missing, unknown or of another type makes it
 * damaged.
 */
public final class ReplicaRecordJson {
  static final ObjectMapper MAPPER =
      new ObjectMapper()
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  private static final int VERSION = 1;
  private static final String SOURCE_UUID = "source-uuid";
  private static final String FIELD_IDS = "field-ids";
  private static final Set<String> KEYS =
      Set.of(
          "version",
          "source",
          SOURCE_UUID,
          "kind",
          "position",
          "epoch",
          "run",
          "commits",
          "rows",
          FIELD_IDS,
          "timestamp-ms");

  private ReplicaRecordJson() {}

  /** As an object. */
  public static ObjectNode write(ReplicaRecord record) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("version", VERSION);
    json.put("source", record.source());
    if (record.sourceUuid() != null) {
      json.put(SOURCE_UUID, record.sourceUuid());
    }
    json.put("kind", record.kind());
    json.set("position", position(record.position()));
    json.put("epoch", record.epoch());
    json.put("run", record.run());
    json.put("commits", record.commits());
    json.put("rows", record.rows());
    ObjectNode ids = json.putObject(FIELD_IDS);
    new TreeMap<>(record.fieldIds()).forEach((source, table) -> ids.put("" + source, table));
    json.put("timestamp-ms", record.timestampMillis());
    return json;
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @param where it was found, for the message, as in "table a.b"
   * @throws IceRunnerException UNSUPPORTED if a later version wrote it
   * @throws DamagedRecordException if it is damaged
   */
  static ReplicaRecord read(JsonNode json, String where) {
    requireVersion(json, where);
    for (Iterator<String> names = json.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      if (!KEYS.contains(name)) {
        throw new DamagedRecordException("it has a key '%s' that means nothing".formatted(name));
      }
    }
    JsonNode position = json.path("position");
    if (!position.isObject()) {
      throw new DamagedRecordException("its 'position' is not an object");
    }
    return new ReplicaRecord(
        text(json, "source"),
        json.has(SOURCE_UUID) ? text(json, SOURCE_UUID) : null,
        text(json, "kind"),
        position.toString(),
        number(json, "epoch"),
        text(json, "run"),
        number(json, "commits"),
        number(json, "rows"),
        fieldIds(json.path(FIELD_IDS)),
        number(json, "timestamp-ms"));
  }

  /**
   * Reads a record that a server sent.
   *
   * @throws IceRunnerException UNSUPPORTED if its version is not known, INTERNAL if it is damaged
   */
  public static ReplicaRecord received(JsonNode json, String where) {
    try {
      return read(json, where);
    } catch (DamagedRecordException e) {
      throw IceRunnerException.internal(
          "Cannot read the record of %s: %s".formatted(where, e.getMessage()), e);
    }
  }

  private static void requireVersion(JsonNode json, String where) {
    JsonNode version = json.path("version");
    if (!version.isInt()) {
      throw new DamagedRecordException("it has no version");
    }
    if (version.intValue() != VERSION) {
      throw IceRunnerException.unsupported(
          "Cannot mirror into %s: its property %s has version %s and this release knows version %s; use a release that knows it"
              .formatted(where, ReplicaRecord.PROPERTY, version, VERSION));
    }
  }

  /** The same object, in the form in which it is read later. */
  static String normalized(String position) {
    return position(position).toString();
  }

  private static JsonNode position(String text) {
    @Nullable JsonNode json = null;
    try {
      json = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      // Told below.
    }
    if (json == null || !json.isObject()) {
      throw IceRunnerException.invalidArgument(
          "Cannot record position %s: it is not a JSON object".formatted(text));
    }
    return json;
  }

  private static Map<Integer, Integer> fieldIds(JsonNode json) {
    if (!json.isObject()) {
      throw new DamagedRecordException("its '%s' is not an object".formatted(FIELD_IDS));
    }
    Map<Integer, Integer> ids = new HashMap<>();
    json.properties()
        .forEach(
            entry -> {
              JsonNode id = entry.getValue();
              try {
                if (!id.isInt()) {
                  throw new NumberFormatException("not an integer");
                }
                ids.put(Integer.valueOf(entry.getKey()), id.intValue());
              } catch (NumberFormatException e) {
                throw new DamagedRecordException(
                    "its '%s' has %s: %s".formatted(FIELD_IDS, entry.getKey(), id));
              }
            });
    return ids;
  }

  static String text(JsonNode json, String key) {
    JsonNode value = json.path(key);
    if (!value.isTextual()) {
      throw new DamagedRecordException("its '%s' is not a text".formatted(key));
    }
    return value.textValue();
  }

  static long number(JsonNode json, String key) {
    JsonNode value = json.path(key);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new DamagedRecordException("its '%s' is not a number".formatted(key));
    }
    return value.longValue();
  }
}

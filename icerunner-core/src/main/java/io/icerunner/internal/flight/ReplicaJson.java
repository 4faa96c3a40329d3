package io.icerunner.internal.flight;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.replica.CommittedLoad;
import io.icerunner.internal.replica.LoadMode;
import io.icerunner.internal.replica.LoadRequest;
import io.icerunner.internal.replica.RecordUpdate;
import io.icerunner.internal.replica.ReplicaRecord;
import io.icerunner.internal.replica.ReplicaRecordJson;
import io.icerunner.internal.replica.ReplicaState;
import io.icerunner.internal.types.TypeMappers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * What mirrors and servers tell each other about copies, as JSON:
 *
 * <pre>{@code
 * descriptor {"mirror-load": {"table": ["ns", "t"], "mode": "append", "schema": {…}, "source-uuid": "…",
 *                             "expected": {…}, "follow-schema": true, "properties": {},
 *                             "data-files": true if they come and no rows}}
 * answer     {"opened": true}
 * commit     {"commit": {"source": "…", "source-uuid": "…", "kind": "…", "position": "…", "epoch": 1, "run": "…",
 *                        "batches": 7}}
 * answer     {"committed": {"record": {…}, "snapshot-id": 42, "rows": 1000, "files": 1, "bytes": 5000}}
 * state      {"exists": true, "empty": false, "record": {…}, "damage": "…"}
 * }</pre>
 */
public final class ReplicaJson {
  private static final String LOAD = "mirror-load";
  private static final String COMMIT = "commit";
  private static final String BATCHES = "batches";
  private static final String COMMITTED = "committed";
  private static final String OPENED = "opened";
  private static final String TABLE = "table";
  private static final String SOURCE_UUID = "source-uuid";
  private static final String SCHEMA = "schema";
  private static final String EXPECTED = "expected";
  private static final String PROPERTIES = "properties";
  private static final String FILES = "data-files";
  private static final String RECORD = "record";
  private static final String SNAPSHOT_ID = "snapshot-id";

  private ReplicaJson() {}

  /** The descriptor's command of a load; its Arrow schema is that of the stream. */
  public static byte[] load(LoadRequest request) {
    return Json.bytes(Json.object().set(LOAD, loadOf(request)));
  }

  /** The descriptor's command of a load whose stream is data files in pieces. */
  public static byte[] copy(LoadRequest request) {
    return Json.bytes(Json.object().set(LOAD, loadOf(request).put(FILES, true)));
  }

  private static ObjectNode loadOf(LoadRequest request) {
    ObjectNode json = Json.object();
    json.set(TABLE, name(request.table()));
    json.put("mode", request.mode().name().toLowerCase(Locale.ROOT));
    if (request.source() != null) {
      json.set(SCHEMA, tree(SchemaParser.toJson(request.source())));
    }
    json.put(SOURCE_UUID, request.sourceUuid());
    if (request.expected() != null) {
      json.set(EXPECTED, ReplicaRecordJson.write(request.expected()));
    }
    json.put("follow-schema", request.followSchema());
    json.set(PROPERTIES, Json.MAPPER.valueToTree(request.tableProperties()));
    return json;
  }

  /** The load that a command asks for; null if it asks for something else. */
  static @Nullable JsonNode loadIn(byte[] command) {
    try {
      JsonNode json = Json.MAPPER.readTree(command);
      return json != null && json.isObject() && json.has(LOAD) ? json.get(LOAD) : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Whether a load is of data files. */
  static boolean isOfFiles(JsonNode load) {
    return load.path(FILES).asBoolean();
  }

  /**
   * @param stream the schema of what comes
   * @throws IceRunnerException INVALID_ARGUMENT naming what is wrong
   */
  static LoadRequest load(JsonNode load, Schema stream, Namespace defaultNamespace) {
    String what = LOAD + " request";
    JsonNode json =
        Json.object(
            load.toString(),
            what,
            Set.of(
                TABLE, "mode", SCHEMA, SOURCE_UUID, EXPECTED, "follow-schema", PROPERTIES, FILES));
    TableIdentifier table = table(json, what, defaultNamespace);
    org.apache.iceberg.Schema source = schema(json.get(SCHEMA), what);
    return new LoadRequest(
        table,
        mode(Json.requiredText(json, "mode", what), what),
        Json.flag(json, FILES, what) ? rows(source, what) : stream,
        source,
        Json.text(json, SOURCE_UUID, what),
        record(json.get(EXPECTED), table),
        Json.flag(json, "follow-schema", what),
        properties(json.get(PROPERTIES), what));
  }

  /** The schema of the rows that files hold. */
  private static Schema rows(org.apache.iceberg.@Nullable Schema source, String what) {
    if (source == null) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the %s: data files need the source's \"%s\"".formatted(what, SCHEMA));
    }
    return TypeMappers.canonical(source);
  }

  private static LoadMode mode(String text, String what) {
    for (LoadMode mode : LoadMode.values()) {
      if (mode.name().toLowerCase(Locale.ROOT).equals(text)) {
        return mode;
      }
    }
    throw Json.wrongType("mode", what, "\"append\" or \"replace\"");
  }

  private static org.apache.iceberg.@Nullable Schema schema(@Nullable JsonNode json, String what) {
    if (json == null || json.isNull()) {
      return null;
    }
    try {
      return SchemaParser.fromJson(json);
    } catch (RuntimeException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the %s: its schema is no Iceberg schema, %s"
              .formatted(what, e.getMessage()));
    }
  }

  private static Map<String, String> properties(@Nullable JsonNode json, String what) {
    Map<String, String> properties = new LinkedHashMap<>();
    if (json == null || json.isNull()) {
      return properties;
    }
    json.properties()
        .forEach(
            entry -> {
              if (!entry.getValue().isTextual()) {
                throw Json.wrongType(PROPERTIES, what, "an object of strings");
              }
              properties.put(entry.getKey(), entry.getValue().textValue());
            });
    return properties;
  }

  /** The body of the question for a table's state. */
  public static byte[] question(TableIdentifier table) {
    return Json.bytes(Json.object().set(TABLE, name(table)));
  }

  /** The table that is asked for. */
  static TableIdentifier table(JsonNode json, String what, Namespace defaultNamespace) {
    List<String> parts = ActionBody.name(json, TABLE, what);
    int last = parts.size() - 1;
    Namespace namespace =
        last == 0 ? defaultNamespace : Namespace.of(parts.subList(0, last).toArray(new String[0]));
    return TableIdentifier.of(namespace, parts.get(last));
  }

  private static JsonNode name(TableIdentifier table) {
    var parts = Json.MAPPER.createArrayNode();
    Arrays.stream(table.namespace().levels()).forEach(parts::add);
    return parts.add(table.name());
  }

  /** That a load is open: the table is there and its schema fits. */
  static byte[] opened() {
    return Json.bytes(Json.object().put(OPENED, true));
  }

  /** Whether an answer says so. */
  public static boolean isOpened(byte[] answer) {
    return tree(answer).path(OPENED).asBoolean();
  }

  /**
   * The metadata of the batch after which a load is to be committed.
   *
   * @param batches how many with rows were sent since the last commit: none may be lost on the way
   */
  public static byte[] commit(RecordUpdate update, long batches) {
    ObjectNode json =
        Json.object()
            .put("source", update.source())
            .put(SOURCE_UUID, update.sourceUuid())
            .put("kind", update.kind())
            .put("position", update.position())
            .put("epoch", update.epoch())
            .put("run", update.run())
            .put(BATCHES, batches);
    return Json.bytes(Json.object().set(COMMIT, json));
  }

  /**
   * @throws IceRunnerException INVALID_ARGUMENT naming what is wrong
   */
  static LoadCommit commit(byte[] metadata) {
    String what = "metadata of a batch";
    JsonNode outer =
        Json.object(new String(metadata, StandardCharsets.UTF_8), what, Set.of(COMMIT));
    JsonNode json =
        Json.object(
            outer.path(COMMIT).toString(),
            what,
            Set.of("source", SOURCE_UUID, "kind", "position", "epoch", "run", BATCHES));
    Long epoch = Json.longNumber(json, "epoch", what);
    Long batches = Json.longNumber(json, BATCHES, what);
    if (batches == null) {
      throw Json.wrongType(BATCHES, what, "a number");
    }
    RecordUpdate update =
        new RecordUpdate(
            Json.requiredText(json, "source", what),
            Json.text(json, SOURCE_UUID, what),
            Json.requiredText(json, "kind", what),
            Json.requiredText(json, "position", what),
            epoch == null ? 0 : epoch,
            Json.requiredText(json, "run", what));
    return new LoadCommit(update, batches);
  }

  /** The answer to a commit. */
  static byte[] committed(CommittedLoad committed) {
    ObjectNode json = Json.object();
    json.set(RECORD, ReplicaRecordJson.write(committed.record()));
    json.put(SNAPSHOT_ID, committed.snapshotId() == -1 ? null : (Long) committed.snapshotId());
    json.put("rows", committed.rows());
    json.put("files", committed.files());
    json.put("bytes", committed.bytes());
    return Json.bytes(Json.object().set(COMMITTED, json));
  }

  /**
   * @param where as in "table a.b"
   * @throws IceRunnerException INTERNAL if the answer cannot be understood
   */
  public static CommittedLoad committed(byte[] answer, String where) {
    JsonNode json = tree(answer).path(COMMITTED);
    return new CommittedLoad(
        ReplicaRecordJson.received(json.path(RECORD), where),
        json.path(SNAPSHOT_ID).asLong(-1),
        json.path("rows").asLong(),
        json.path("files").asInt(),
        json.path("bytes").asLong());
  }

  /** The answer to the question for a state. */
  static byte[] state(ReplicaState state) {
    ObjectNode json = Json.object();
    json.put("exists", state.exists());
    json.put("empty", state.isEmpty());
    if (state.record() != null) {
      json.set(RECORD, ReplicaRecordJson.write(state.record()));
    }
    json.put("damage", state.damage());
    return Json.bytes(json);
  }

  /**
   * @throws IceRunnerException INTERNAL if the answer cannot be understood
   */
  public static ReplicaState state(byte[] answer, TableIdentifier table) {
    JsonNode json = tree(answer);
    if (!json.path("exists").isBoolean() || !json.path("empty").isBoolean()) {
      throw IceRunnerException.internal(
          "Cannot look at table %s: the server's answer is %s".formatted(table, json), null);
    }
    return new ReplicaState(
        json.get("exists").booleanValue(),
        json.get("empty").booleanValue(),
        record(json.get(RECORD), table),
        json.path("damage").textValue());
  }

  private static @Nullable ReplicaRecord record(@Nullable JsonNode json, TableIdentifier table) {
    return json == null || json.isNull()
        ? null
        : ReplicaRecordJson.received(json, "table " + table);
  }

  private static JsonNode tree(String json) {
    return tree(json.getBytes(StandardCharsets.UTF_8));
  }

  private static JsonNode tree(byte[] json) {
    try {
      return Objects.requireNonNull(Json.MAPPER.readTree(json));
    } catch (IOException e) {
      throw IceRunnerException.internal(
          "Cannot understand '%s'".formatted(new String(json, StandardCharsets.UTF_8)), e);
    }
  }
}

package io.icerunner.internal.flight;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.scan.PinnedTable;
import io.icerunner.internal.scan.TableChanges;
import io.icerunner.spi.TableVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.Snapshot;

/**
 * The action {@code changes}: tells a client that follows a table what happened to it since the
 * client's position, and whether reading the appended rows is enough. Costs no look at data files.
 */
final class ChangesAction {
  private static final String WHAT = "changes request";
  private static final Set<String> KEYS =
      Set.of("table", "from-snapshot-id", "table-uuid", "from-start");

  private final ServerContext context;

  ChangesAction(ServerContext context) {
    this.context = context;
  }

  ServerAction action() {
    return ServerAction.of(
        "changes",
        "Tells what happened to a table since a snapshot. Body: {\"table\": name,"
            + " \"from-snapshot-id\": the snapshot, or \"from-start\": true for the time before the"
            + " first, \"table-uuid\": of the table that is meant}. Result: {\"table\","
            + " \"table-uuid\", \"format-version\", \"schema\", \"schema-id\", \"snapshot-id\","
            + " \"sequence-number\", \"timestamp-ms\", \"change\": full, none, append, rewrite,"
            + " expired, rolled-back or other-table, \"reason\", \"snapshots\": those that appended"
            + " rows, \"records\": how many}",
        (call, body, results) -> changes(body, results));
  }

  private void changes(byte[] body, Consumer<byte[]> results) {
    JsonNode request = ActionBody.object(body, WHAT, KEYS);
    Long from = Json.longNumber(request, "from-snapshot-id", WHAT);
    boolean fromStart = Json.flag(request, "from-start", WHAT);
    if (from != null && fromStart) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the %s: it has both \"from-snapshot-id\" and \"from-start\"; keep one"
              .formatted(WHAT));
    }
    String expected = Json.text(request, "table-uuid", WHAT);
    PinnedTable table =
        context
            .resolver(Map.of())
            .resolve(ActionBody.name(request, "table", WHAT), TableVersion.current());
    ObjectNode json = state(table);
    if (expected != null && !expected.equalsIgnoreCase(table.uuid())) {
      change(json, "other-table", otherTable(table, expected));
    } else if (from == null && !fromStart) {
      change(json, "full", "");
    } else {
      changes(json, table, table.changesSince(from));
    }
    results.accept(Json.bytes(json));
  }

  private static ObjectNode state(PinnedTable table) {
    ObjectNode json =
        Json.object()
            .put("table", table.identifier().toString())
            .put("table-uuid", table.uuid())
            .put("format-version", table.formatVersion());
    json.set("schema", schema(table));
    json.put("schema-id", table.schema().schemaId());
    Snapshot current = table.snapshot();
    if (current == null) {
      return json.putNull("snapshot-id").putNull("sequence-number").putNull("timestamp-ms");
    }
    return json.put("snapshot-id", current.snapshotId())
        .put("sequence-number", current.sequenceNumber())
        .put("timestamp-ms", current.timestampMillis());
  }

  private static JsonNode schema(PinnedTable table) {
    try {
      return Json.MAPPER.readTree(SchemaParser.toJson(table.schema()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String otherTable(PinnedTable table, String expected) {
    return "its uuid is %s and not %s; the table was dropped and created again"
        .formatted(table.uuid(), expected);
  }

  /** Adds what happened, with no rows to follow. */
  private static ArrayNode change(ObjectNode json, String change, String reason) {
    json.put("change", change);
    if (!reason.isEmpty()) {
      json.put("reason", reason);
    }
    ArrayNode snapshots = json.putArray("snapshots");
    json.put("records", 0);
    return snapshots;
  }

  private static void changes(ObjectNode json, PinnedTable table, TableChanges changes) {
    ArrayNode snapshots = change(json, text(changes.kind()), changes.reason());
    if (changes.kind() == TableChanges.Kind.APPEND) {
      long sum = 0;
      for (Snapshot snapshot : changes.appended()) {
        long records = table.addedRecords(snapshot);
        snapshots
            .addObject()
            .put("snapshot-id", snapshot.snapshotId())
            .put("sequence-number", snapshot.sequenceNumber())
            .put("timestamp-ms", snapshot.timestampMillis())
            .put("operation", snapshot.operation())
            .put("records", records);
        sum += records;
      }
      json.put("records", sum);
    }
  }

  private static String text(TableChanges.Kind kind) {
    return switch (kind) {
      case NONE -> "none";
      case APPEND -> "append";
      case REWRITE -> "rewrite";
      case EXPIRED -> "expired";
      case ROLLED_BACK -> "rolled-back";
    };
  }
}

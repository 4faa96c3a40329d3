package io.icerunner.internal.mirror.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.internal.json.Json;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How far a target is that follows snapshots. As JSON <code>{"snapshot-id", "sequence-number",
 * "schema-id", "pending": {"to", "rows", "digest"}}</code>.
 *
 * @param snapshotId whose rows the target has; null for the time before the first
 * @param sequenceNumber of the snapshot, for people
 * @param schemaId of the columns that the target has; -1 if that is not known
 * @param pending what was begun after it; null for nothing
 */
record SnapshotPosition(
    @Nullable Long snapshotId, long sequenceNumber, int schemaId, @Nullable Pending pending) {
  private static final String WHAT = "position";
  private static final Set<String> KEYS =
      Set.of("snapshot-id", "sequence-number", "schema-id", "pending");

  /**
   * A range, or a whole snapshot, of which the target has the first rows.
   *
   * @param to the last snapshot of the range
   * @param isWhole whether it is all rows of that snapshot, not those since the position's
   * @param rows how many the target has, in the order in which the server gives them
   * @param digest of them
   */
  record Pending(long to, boolean isWhole, long rows, String digest) {}

  static SnapshotPosition parse(String text) {
    JsonNode json = Json.object(text, WHAT, KEYS);
    Long sequence = Json.longNumber(json, "sequence-number", WHAT);
    Long schema = Json.longNumber(json, "schema-id", WHAT);
    return new SnapshotPosition(
        Json.longNumber(json, "snapshot-id", WHAT),
        sequence == null ? 0 : sequence,
        schema == null ? -1 : Math.toIntExact(schema),
        json.hasNonNull("pending") ? pending(json.get("pending")) : null);
  }

  private static Pending pending(JsonNode json) {
    Long to = Json.longNumber(json, "to", WHAT);
    Long rows = Json.longNumber(json, "rows", WHAT);
    if (to == null || rows == null) {
      throw Json.wrongType("pending", WHAT, "an object with \"to\", \"rows\" and \"digest\"");
    }
    return new Pending(
        to, Json.flag(json, "first", WHAT), rows, Json.requiredText(json, "digest", WHAT));
  }

  SnapshotPosition with(@Nullable Pending begun) {
    return new SnapshotPosition(snapshotId, sequenceNumber, schemaId, begun);
  }

  String json() {
    ObjectNode json = Json.object();
    json.put("snapshot-id", snapshotId).put("sequence-number", sequenceNumber);
    if (schemaId >= 0) {
      json.put("schema-id", schemaId);
    }
    if (pending != null) {
      ObjectNode begun = json.putObject("pending");
      begun.put("to", pending.to());
      if (pending.isWhole()) {
        begun.put("first", true);
      }
      begun.put("rows", pending.rows()).put("digest", pending.digest());
    }
    return json.toString();
  }
}

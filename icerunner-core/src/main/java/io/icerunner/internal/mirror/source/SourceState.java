package io.icerunner.internal.mirror.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.jspecify.annotations.Nullable;

/**
 * What an IceRunner answers to the action {@code changes}: a table as it is, and what has happened
 * to it.
 *
 * @param snapshotId the current snapshot; null if there is none
 * @param change "full" if nothing was asked, "none", "append", or why rows cannot be followed
 * @param reason the rest of a sentence about the table; empty if there is nothing to explain
 * @param appended the snapshots that added rows, in order
 */
record SourceState(
    String tableUuid,
    Schema schema,
    @Nullable Long snapshotId,
    String change,
    String reason,
    List<Long> appended) {
  private static final String WHAT = "answer of the action changes";

  static SourceState parse(byte[] answer) {
    try {
      JsonNode json = Json.MAPPER.readTree(answer);
      String reason = Json.text(json, "reason", WHAT);
      List<Long> appended = new ArrayList<>();
      json.path("snapshots").forEach(each -> appended.add(each.path("snapshot-id").longValue()));
      return new SourceState(
          Json.requiredText(json, "table-uuid", WHAT),
          SchemaParser.fromJson(json.path("schema").toString()),
          Json.longNumber(json, "snapshot-id", WHAT),
          Json.requiredText(json, "change", WHAT),
          reason == null ? "" : reason,
          appended);
    } catch (IOException | IllegalArgumentException e) {
      throw new IceRunnerException(
          ErrorCode.UNSUPPORTED, "Cannot read the %s: %s".formatted(WHAT, e.getMessage()), e);
    }
  }

  /** Whether the rows since are just those that were added. */
  boolean isFollowed() {
    return change.equals("none") || change.equals("append");
  }

  /** Whether another table has the name now. */
  boolean isOtherTable() {
    return change.equals("other-table");
  }
}

package io.icerunner.internal.mirror;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.internal.json.Json;
import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;

/** Scan requests as another IceRunner takes them. */
final class ScanRequests {
  private ScanRequests() {}

  /** All rows of a table. */
  static ObjectNode of(TableIdentifier table) {
    ObjectNode request = Json.object();
    ArrayNode parts = request.putArray("table");
    List.of(table.namespace().levels()).forEach(parts::add);
    parts.add(table.name());
    return request;
  }

  /** All rows of a table at a snapshot. */
  static ObjectNode of(List<String> table, long snapshotId) {
    ObjectNode request = Json.object();
    table.forEach(request.putArray("table")::add);
    return request.put("snapshot-id", snapshotId);
  }
}

package io.icerunner.internal.mirror;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.internal.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;

/** Scan requests as another IceRunner takes them. */
public final class ScanRequests {
  private ScanRequests() {}

  /** All rows of a table. */
  static ObjectNode of(TableIdentifier table) {
    List<String> parts = new ArrayList<>(List.of(table.namespace().levels()));
    parts.add(table.name());
    return of(parts);
  }

  /** All rows of a table. */
  public static ObjectNode of(List<String> table) {
    ObjectNode request = Json.object();
    table.forEach(request.putArray("table")::add);
    return request;
  }
}

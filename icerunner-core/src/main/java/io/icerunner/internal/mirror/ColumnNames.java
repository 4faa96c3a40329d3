package io.icerunner.internal.mirror;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.mirror.source.SnapshotTable;
import io.icerunner.internal.mirror.source.SourceServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.types.Types;

/** The names of columns of a table of an IceRunner, as they are now. */
public final class ColumnNames {
  private ColumnNames() {}

  /** By field id. */
  public static Map<Integer, String> of(SourceServer server, List<String> table) {
    return of(server, ScanRequests.of(table));
  }

  static Map<Integer, String> of(SourceServer server, JsonNode request) {
    List<byte[]> answers = server.action(SnapshotTable.ACTION, Json.bytes(request));
    try {
      JsonNode schema = Json.MAPPER.readTree(answers.get(0)).path("schema");
      return SchemaParser.fromJson(schema.toString()).columns().stream()
          .collect(Collectors.toMap(Types.NestedField::fieldId, Types.NestedField::name));
    } catch (IOException | RuntimeException e) {
      throw IceRunnerException.internal(
          "Cannot read the columns of %s at %s: %s"
              .formatted(request.path("table"), server.address(), e),
          e);
    }
  }
}

package io.icerunner.internal.flight;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.json.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.SchemaParser;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * Actions on tables and namespaces. Bodies and results are JSON objects; a table or namespace is
 * its name as text or an array of its parts.
 */
final class TableActions {
  private final CatalogTables tables;
  private final Namespace defaultNamespace;

  TableActions(ServerContext context) {
    this.tables = context.tables();
    this.defaultNamespace = context.settings().defaultNamespace();
  }

  List<ServerAction> all() {
    return List.of(
        ServerAction.of(
            "create-table",
            "Creates a table. Body: {\"table\": name, \"schema\": Iceberg schema,"
                + " \"properties\": {}}. Result: {\"table\": name}",
            (call, body, results) -> createTable(body, results)),
        ServerAction.of(
            "drop-table",
            "Drops a table. Body: {\"table\": name, \"purge\": whether its files are deleted,"
                + " false by default}. Result: {\"table\": name}",
            (call, body, results) -> dropTable(body, results)),
        ServerAction.of(
            "rename-table",
            "Gives a table another name. Body: {\"from\": name, \"to\": name}. Result: {\"table\":"
                + " name}",
            (call, body, results) -> renameTable(body, results)),
        ServerAction.of(
            "create-namespace",
            "Creates a namespace. Body: {\"namespace\": name, \"properties\": {}}. Result:"
                + " {\"namespace\": name}",
            (call, body, results) -> createNamespace(body, results)),
        ServerAction.of(
            "drop-namespace",
            "Drops an empty namespace. Body: {\"namespace\": name}. Result: {\"namespace\": name}",
            (call, body, results) -> dropNamespace(body, results)),
        ServerAction.of(
            "snapshots",
            "Lists the snapshots of a table, the oldest first, one result each. Body: {\"table\":"
                + " name}. Result: {\"snapshot-id\", \"parent-snapshot-id\", \"timestamp-ms\","
                + " \"operation\", \"current\", \"summary\"}",
            (call, body, results) -> snapshots(body, results)));
  }

  private void createTable(byte[] body, Consumer<byte[]> results) {
    String what = "create-table request";
    JsonNode request = ActionBody.object(body, what, Set.of("table", "schema", "properties"));
    TableIdentifier table = newTable(ActionBody.name(request, "table", what));
    JsonNode schema = request.get("schema");
    if (schema == null || !schema.isObject()) {
      throw Json.wrongType("schema", what, "an Iceberg schema as a JSON object");
    }
    tables.createTable(
        table, schema(schema), PartitionSpec.unpartitioned(), properties(request, what));
    results.accept(Json.bytes(Json.object().put("table", table.toString())));
  }

  private static Schema schema(JsonNode json) {
    try {
      return SchemaParser.fromJson(json);
    } catch (RuntimeException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot create the table: its schema is no Iceberg schema, " + e.getMessage());
    }
  }

  private void dropTable(byte[] body, Consumer<byte[]> results) {
    String what = "drop-table request";
    JsonNode request = ActionBody.object(body, what, Set.of("table", "purge"));
    boolean purge = Json.flag(request, "purge", what);
    TableIdentifier table =
        tables.resolve(ActionBody.name(request, "table", what), defaultNamespace);
    tables.dropTable(table, purge);
    results.accept(Json.bytes(Json.object().put("table", table.toString())));
  }

  private void renameTable(byte[] body, Consumer<byte[]> results) {
    String what = "rename-table request";
    JsonNode request = ActionBody.object(body, what, Set.of("from", "to"));
    TableIdentifier from = tables.resolve(ActionBody.name(request, "from", what), defaultNamespace);
    TableIdentifier to = newTable(ActionBody.name(request, "to", what));
    tables.renameTable(from, to);
    results.accept(Json.bytes(Json.object().put("table", to.toString())));
  }

  private void createNamespace(byte[] body, Consumer<byte[]> results) {
    String what = "create-namespace request";
    JsonNode request = ActionBody.object(body, what, Set.of("namespace", "properties"));
    Namespace namespace = namespace(ActionBody.name(request, "namespace", what));
    tables.createNamespace(namespace, properties(request, what));
    results.accept(Json.bytes(Json.object().put("namespace", namespace.toString())));
  }

  private void dropNamespace(byte[] body, Consumer<byte[]> results) {
    String what = "drop-namespace request";
    JsonNode request = ActionBody.object(body, what, Set.of("namespace"));
    Namespace namespace = namespace(ActionBody.name(request, "namespace", what));
    tables.dropNamespace(namespace);
    results.accept(Json.bytes(Json.object().put("namespace", namespace.toString())));
  }

  private void snapshots(byte[] body, Consumer<byte[]> results) {
    String what = "snapshots request";
    JsonNode request = ActionBody.object(body, what, Set.of("table"));
    Table table =
        tables.pinned(tables.resolve(ActionBody.name(request, "table", what), defaultNamespace));
    @Nullable Snapshot current = table.currentSnapshot();
    for (Snapshot snapshot : table.snapshots()) {
      boolean isCurrent = current != null && current.snapshotId() == snapshot.snapshotId();
      results.accept(Json.bytes(describe(snapshot, isCurrent)));
    }
  }

  private static ObjectNode describe(Snapshot snapshot, boolean isCurrent) {
    ObjectNode json =
        Json.object()
            .put("snapshot-id", snapshot.snapshotId())
            .put("parent-snapshot-id", snapshot.parentId())
            .put("timestamp-ms", snapshot.timestampMillis())
            .put("operation", snapshot.operation())
            .put("current", isCurrent);
    json.set("summary", Json.MAPPER.valueToTree(snapshot.summary()));
    return json;
  }

  private TableIdentifier newTable(List<String> parts) {
    int last = parts.size() - 1;
    return TableIdentifier.of(
        last == 0 ? defaultNamespace : namespace(parts.subList(0, last)), parts.get(last));
  }

  private static Namespace namespace(List<String> parts) {
    return Namespace.of(parts.toArray(new String[0]));
  }

  private static Map<String, String> properties(JsonNode request, String what) {
    JsonNode properties = request.get("properties");
    Map<String, String> result = new LinkedHashMap<>();
    if (properties == null || properties.isNull()) {
      return result;
    }
    if (!properties.isObject()) {
      throw Json.wrongType("properties", what, "an object of strings");
    }
    properties
        .properties()
        .forEach(
            entry -> {
              if (!entry.getValue().isTextual()) {
                throw Json.wrongType("properties", what, "an object of strings");
              }
              result.put(entry.getKey(), entry.getValue().textValue());
            });
    return result;
  }
}

package io.icerunner.internal.mirror.source;

import io.icerunner.internal.client.FlightPeer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** The tables and views of a server, by Flight SQL. */
final class SqlTables {
  private static final Set<String> TYPES = Set.of("TABLE", "BASE TABLE", "VIEW");

  private final Set<Row> rows = new LinkedHashSet<>();

  private record Row(@Nullable String catalog, @Nullable String schema, String table) {
    List<String> name() {
      return parts(schema, table);
    }

    List<String> fullName() {
      return parts(catalog, schema, table);
    }

    private static List<String> parts(@Nullable String... parts) {
      List<String> name = new ArrayList<>();
      for (String part : parts) {
        if (part != null && !part.isEmpty()) {
          name.add(part);
        }
      }
      return name;
    }
  }

  /** Describes the list. */
  @SuppressWarnings("resource") // the client is the peer's
  static FlightInfo info(FlightPeer server) {
    return server.call(
        "list tables",
        (client, options) ->
            new FlightSqlClient(client).getTables(null, null, null, null, false, options));
  }

  /** Adds the tables of a batch of the list. */
  void add(VectorSchemaRoot batch) {
    for (int row = 0; row < batch.getRowCount(); row++) {
      String table = text(batch, "table_name", row);
      String type = text(batch, "table_type", row);
      if (table != null && (type == null || TYPES.contains(type.toUpperCase(Locale.ROOT)))) {
        rows.add(
            new Row(text(batch, "catalog_name", row), text(batch, "db_schema_name", row), table));
      }
    }
  }

  private static @Nullable String text(VectorSchemaRoot batch, String column, int row) {
    FieldVector vector = batch.getVector(column);
    Object value = vector == null ? null : vector.getObject(row);
    return value == null ? null : value.toString();
  }

  /** Schema and table of each; with the catalog before them where they alone are not unique. */
  List<List<String>> names() {
    Map<List<String>, Integer> counts = new HashMap<>();
    rows.forEach(row -> counts.merge(row.name(), 1, Integer::sum));
    return rows.stream()
        .map(row -> counts.getOrDefault(row.name(), 0) > 1 ? row.fullName() : row.name())
        .toList();
  }
}

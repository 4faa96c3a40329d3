package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlColumnMetadata;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.flight.sql.util.TableRef;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetadataIT {
  private static final String SCHEMA =
      """
      {"type": "struct", "schema-id": 0, "fields": [
        {"id": 1, "name": "id", "required": true, "type": "long", "doc": "the key"},
        {"id": 2, "name": "price", "required": false, "type": "decimal(12, 3)"},
        {"id": 3, "name": "at", "required": false, "type": "timestamptz"},
        {"id": 4, "name": "tags", "required": false, "type":
          {"type": "list", "element-id": 5, "element": "string", "element-required": false}},
        {"id": 6, "name": "place", "required": false, "type": {"type": "struct", "fields": [
          {"id": 7, "name": "lat", "required": true, "type": "double"},
          {"id": 8, "name": "lon", "required": false, "type": "float"}]}},
        {"id": 9, "name": "attributes", "required": false, "type":
          {"type": "map", "key-id": 10, "key": "string", "value-id": 11, "value": "int",
           "value-required": false}}]}
      """;

  private SqlServer server;
  private FlightSqlClient sql;

  @BeforeAll
  void createTables(@TempDir Path warehouse) {
    server = new SqlServer(warehouse);
    sql = server.sql();
    server.act("create-namespace", "{\"namespace\": \"sales\"}");
    server.act("create-namespace", "{\"namespace\": \"sales.eu\"}");
    server.act("create-namespace", "{\"namespace\": \"salesXeu\"}");
    create("sales.orders");
    create("sales.order_items");
    create("sales.eu.orders");
    create("salesXeu.orders");
  }

  private void create(String table) {
    server.act("create-table", "{\"table\": \"%s\", \"schema\": %s}".formatted(table, SCHEMA));
  }

  @AfterAll
  void close() {
    server.close();
  }

  private record Call(FlightInfo info, SchemaResult schema, Schema expected) {}

  private Stream<Call> calls() {
    TableRef table = TableRef.of("lake", "sales", "orders");
    return Stream.of(
        new Call(sql.getCatalogs(), sql.getCatalogsSchema(), Schemas.GET_CATALOGS_SCHEMA),
        new Call(sql.getSchemas(null, null), sql.getSchemasSchema(), Schemas.GET_SCHEMAS_SCHEMA),
        new Call(
            sql.getTables(null, null, null, null, true),
            sql.getTablesSchema(true),
            Schemas.GET_TABLES_SCHEMA),
        new Call(
            sql.getTables(null, null, null, null, false),
            sql.getTablesSchema(false),
            Schemas.GET_TABLES_SCHEMA_NO_SCHEMA),
        new Call(sql.getTableTypes(), sql.getTableTypesSchema(), Schemas.GET_TABLE_TYPES_SCHEMA),
        new Call(sql.getSqlInfo(), sql.getSqlInfoSchema(), Schemas.GET_SQL_INFO_SCHEMA),
        new Call(sql.getXdbcTypeInfo(), sql.getXdbcTypeInfoSchema(), Schemas.GET_TYPE_INFO_SCHEMA),
        new Call(
            sql.getPrimaryKeys(table), sql.getPrimaryKeysSchema(), Schemas.GET_PRIMARY_KEYS_SCHEMA),
        new Call(
            sql.getExportedKeys(table),
            sql.getExportedKeysSchema(),
            Schemas.GET_EXPORTED_KEYS_SCHEMA),
        new Call(
            sql.getImportedKeys(table),
            sql.getImportedKeysSchema(),
            Schemas.GET_IMPORTED_KEYS_SCHEMA),
        new Call(
            sql.getCrossReference(table, table),
            sql.getCrossReferenceSchema(),
            Schemas.GET_CROSS_REFERENCE_SCHEMA));
  }

  @Test
  void everySchemaIsTheOneOfFlightSql() {
    calls()
        .forEach(
            call -> {
              assertThat(call.info().getSchemaOptional()).contains(call.expected());
              assertThat(call.schema().getSchema()).isEqualTo(call.expected());
              assertThat(server.read(call.info()).schema()).isEqualTo(call.expected());
            });
  }

  @Test
  void tablesHaveNoKeys() {
    TableRef table = TableRef.of("lake", "sales", "orders");

    assertThat(server.read(sql.getPrimaryKeys(table)).rows()).isEmpty();
    assertThat(server.read(sql.getExportedKeys(table)).rows()).isEmpty();
    assertThat(server.read(sql.getImportedKeys(table)).rows()).isEmpty();
    assertThat(server.read(sql.getCrossReference(table, table)).rows()).isEmpty();
  }

  @Test
  void listsTheCatalogAndTheTableType() {
    assertThat(server.read(sql.getCatalogs()).rows()).containsExactly(List.of("lake"));
    assertThat(server.read(sql.getTableTypes()).rows()).containsExactly(List.of("TABLE"));
  }

  @Test
  void listsNamespacesWithTheirLevelsJoinedByDots() {
    assertThat(server.read(sql.getSchemas(null, null)).rows())
        .contains(List.of("lake", "sales"), List.of("lake", "sales.eu"));
    assertThat(server.read(sql.getSchemas("lake", "sales%")).column(1))
        .containsExactlyInAnyOrder("sales", "sales.eu", "salesXeu");
    assertThat(server.read(sql.getSchemas("other", null)).rows()).isEmpty();
    assertThat(server.read(sql.getSchemas("", null)).rows()).isEmpty();
  }

  @Test
  void filtersTablesByPatterns() {
    assertThat(tables("sales", null)).containsExactlyInAnyOrder("orders", "order_items");
    assertThat(tables("sales_eu", null)).containsExactlyInAnyOrder("orders", "orders");
    assertThat(tables("sales", "order\\_items")).containsExactly("order_items");
    assertThat(tables("sales", "order_")).containsExactly("orders");
    assertThat(tables(null, "order%")).hasSize(4);
    assertThat(tables("", null)).isEmpty();
  }

  private List<@Nullable Object> tables(@Nullable String namespace, @Nullable String table) {
    return server.read(sql.getTables(null, namespace, table, null, false)).column(2);
  }

  @Test
  void filtersTablesByCatalogAndType() {
    assertThat(server.read(sql.getTables("other", null, null, null, false)).rows()).isEmpty();
    assertThat(server.read(sql.getTables(null, null, null, List.of("VIEW"), false)).rows())
        .isEmpty();
    assertThat(
            server
                .read(sql.getTables("lake", "sales", null, List.of("VIEW", "TABLE"), false))
                .rows())
        .contains(List.of("lake", "sales", "orders", "TABLE"));
  }

  @Test
  void tableSchemasAreMessagesWithColumnMetadata() throws Exception {
    List<?> row = server.read(sql.getTables(null, "sales", "orders", null, true)).rows().get(0);

    Schema schema = schema((byte[]) Objects.requireNonNull(row.get(4)));

    assertThat(schema.getFields())
        .extracting(Field::getName)
        .containsExactly("id", "price", "at", "tags", "place", "attributes");
    FlightSqlColumnMetadata id = metadata(schema.findField("id"));
    assertThat(schema.findField("id").isNullable()).isFalse();
    assertThat(id.getCatalogName()).isEqualTo("lake");
    assertThat(id.getSchemaName()).isEqualTo("sales");
    assertThat(id.getTableName()).isEqualTo("orders");
    assertThat(id.getTypeName()).isEqualTo("BIGINT");
    assertThat(id.getRemarks()).isEqualTo("the key");
    assertThat(id.getPrecision()).isEqualTo(19);
    FlightSqlColumnMetadata price = metadata(schema.findField("price"));
    assertThat(List.of(price.getTypeName(), price.getPrecision(), price.getScale()))
        .containsExactly("DECIMAL(12,3)", 12, 3);
    assertThat(metadata(schema.findField("at")).getTypeName())
        .isEqualTo("TIMESTAMP WITH TIME ZONE");
    assertThat(metadata(schema.findField("tags")).getTypeName()).isEqualTo("VARCHAR[]");
    assertThat(metadata(schema.findField("place")).getTypeName())
        .isEqualTo("STRUCT(\"lat\" DOUBLE, \"lon\" FLOAT)");
    assertThat(metadata(schema.findField("attributes")).getTypeName())
        .isEqualTo("MAP(VARCHAR, INTEGER)");
  }

  private static FlightSqlColumnMetadata metadata(Field field) {
    return new FlightSqlColumnMetadata(field.getMetadata());
  }

  private static Schema schema(byte[] message) throws Exception {
    return MessageSerializer.deserializeSchema(
        new ReadChannel(Channels.newChannel(new ByteArrayInputStream(message))));
  }

  @Test
  void aBrokenTableDoesNotBreakTheListing(@TempDir Path warehouse) throws Exception {
    try (SqlServer broken = new SqlServer(warehouse)) {
      broken.act("create-table", "{\"table\": \"good\", \"schema\": %s}".formatted(SCHEMA));
      broken.act("create-table", "{\"table\": \"lost\", \"schema\": %s}".formatted(SCHEMA));
      try (Stream<Path> files = Files.walk(warehouse)) {
        for (Path file : files.filter(f -> f.toString().contains("lost")).toList()) {
          if (file.toString().endsWith(".metadata.json")) {
            Files.delete(file);
          }
        }
      }
      try (SqlServer again = new SqlServer(warehouse)) {
        List<List<@Nullable Object>> rows =
            again.read(again.sql().getTables(null, null, null, null, true)).rows();

        assertThat(rows).extracting(row -> row.get(2)).containsExactly("good", "lost");
        assertThat(schema((byte[]) Objects.requireNonNull(rows.get(0).get(4))).getFields())
            .hasSize(6);
        assertThat(schema((byte[]) Objects.requireNonNull(rows.get(1).get(4))).getCustomMetadata())
            .containsKey(TableSchemas.ERROR_KEY);
      }
    }
  }

  @Test
  void sqlInfoTellsTheTruth() {
    Map<Object, Object> info = new HashMap<>();
    server.read(sql.getSqlInfo()).rows().forEach(row -> info.put(row.get(0), row.get(1)));

    assertThat(info)
        .containsEntry(SqlInfo.FLIGHT_SQL_SERVER_READ_ONLY_VALUE, false)
        .containsEntry(SqlInfo.FLIGHT_SQL_SERVER_TRANSACTION_VALUE, 0)
        .containsEntry(SqlInfo.FLIGHT_SQL_SERVER_CANCEL_VALUE, true)
        .containsEntry(SqlInfo.FLIGHT_SQL_SERVER_BULK_INGESTION_VALUE, true)
        .containsEntry(SqlInfo.FLIGHT_SQL_SERVER_INGEST_TRANSACTIONS_SUPPORTED_VALUE, false);
    assertThat(server.read(sql.getSqlInfo(List.of(8, 424_242))).column(0)).containsExactly(8);
  }

  @Test
  void listsTypesByCode() {
    assertThat(server.read(sql.getXdbcTypeInfo(12)).column(0)).containsExactly("VARCHAR");
  }
}

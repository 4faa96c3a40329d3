package io.icerunner.internal.sql;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import io.icerunner.internal.catalog.CatalogTables;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCatalogs;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCrossReference;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetDbSchemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetExportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetImportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetPrimaryKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetSqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTableTypes;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTables;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetXdbcTypeInfo;
import org.jspecify.annotations.Nullable;

/** The metadata commands by the name of their message. */
final class MetadataCommands {
  private final Map<String, Function<Any, MetadataCommand>> readers = new HashMap<>();
  private final CatalogTables tables;
  private final TableSchemas schemas;

  MetadataCommands(CatalogTables tables, TableSchemas schemas, Map<Integer, Object> sqlInfo) {
    this.tables = tables;
    this.schemas = schemas;
    add(CommandGetCatalogs.class, command -> new CatalogsCommand(tables.name()));
    add(CommandGetDbSchemas.class, this::namespaces);
    add(CommandGetTables.class, this::tables);
    add(CommandGetTableTypes.class, command -> new TableTypesCommand());
    add(CommandGetSqlInfo.class, command -> new SqlInfoCommand(sqlInfo, command.getInfoList()));
    add(
        CommandGetXdbcTypeInfo.class,
        command ->
            command.hasDataType()
                ? TypeInfoCommand.of(command.getDataType())
                : TypeInfoCommand.all());
    add(CommandGetPrimaryKeys.class, c -> new EmptyCommand(Schemas.GET_PRIMARY_KEYS_SCHEMA));
    add(CommandGetExportedKeys.class, c -> new EmptyCommand(Schemas.GET_EXPORTED_KEYS_SCHEMA));
    add(CommandGetImportedKeys.class, c -> new EmptyCommand(Schemas.GET_IMPORTED_KEYS_SCHEMA));
    add(CommandGetCrossReference.class, c -> new EmptyCommand(Schemas.GET_CROSS_REFERENCE_SCHEMA));
  }

  private <M extends Message> void add(Class<M> type, Function<M, MetadataCommand> command) {
    readers.put(type.getSimpleName(), message -> command.apply(SqlMessage.unpack(message, type)));
  }

  /**
   * The command in a message.
   *
   * @return null if it holds something else
   */
  @Nullable MetadataCommand find(Any message) {
    Function<Any, MetadataCommand> reader = readers.get(SqlMessage.name(message));
    return reader == null ? null : reader.apply(message);
  }

  private MetadataCommand namespaces(CommandGetDbSchemas command) {
    return new NamespacesCommand(
        tables,
        command.hasCatalog() ? command.getCatalog() : null,
        command.hasDbSchemaFilterPattern()
            ? pattern(command.getDbSchemaFilterPattern())
            : LikePattern.ANY);
  }

  private MetadataCommand tables(CommandGetTables command) {
    TablesCommand.Filter filter =
        new TablesCommand.Filter(
            command.hasCatalog() ? command.getCatalog() : null,
            command.hasDbSchemaFilterPattern()
                ? pattern(command.getDbSchemaFilterPattern())
                : LikePattern.ANY,
            command.hasTableNameFilterPattern()
                ? pattern(command.getTableNameFilterPattern())
                : LikePattern.ANY,
            command.getTableTypesList());
    return new TablesCommand(tables, filter, command.getIncludeSchema() ? schemas : null);
  }

  private static Predicate<String> pattern(String like) {
    return like.equals("%") ? LikePattern.ANY : new LikePattern(like);
  }
}

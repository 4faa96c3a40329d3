package io.icerunner.internal.sql;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.spi.RecordBatchStream;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * GetTables: the tables, with their schemas if wanted. Tables are loaded as the listing is read.
 *
 * @param filter which tables
 * @param schemas null to leave the schemas out
 */
record TablesCommand(CatalogTables tables, Filter filter, @Nullable TableSchemas schemas)
    implements MetadataCommand {

  /**
   * Which tables are listed.
   *
   * @param catalog null for all
   * @param types empty for all
   */
  record Filter(
      @Nullable String catalog,
      Predicate<String> namespace,
      Predicate<String> table,
      List<String> types) {

    private boolean takesAnyOf(String name) {
      return (catalog == null || catalog.equals(name))
          && (types.isEmpty() || types.contains(TableTypesCommand.TABLE));
    }
  }

  @Override
  public Schema schema() {
    return schemas == null ? Schemas.GET_TABLES_SCHEMA_NO_SCHEMA : Schemas.GET_TABLES_SCHEMA;
  }

  @Override
  public RecordBatchStream open(BufferAllocator allocator) {
    Iterator<List<@Nullable Object>> rows =
        identifiers()
            .filter(identifier -> filter.table().test(identifier.name()))
            .flatMap(this::row)
            .iterator();
    return new RowStream<>(schema(), rows, Cells::write, allocator);
  }

  private Stream<TableIdentifier> identifiers() {
    if (!filter.takesAnyOf(tables.name())) {
      return Stream.empty();
    } else if (filter.namespace() == LikePattern.ANY) {
      return tables.tables();
    }
    return tables
        .namespaces()
        .filter(namespace -> filter.namespace().test(namespace.toString()))
        .flatMap(this::tablesIfAny);
  }

  /** A namespace that was dropped while the listing goes on has no tables. */
  private Stream<TableIdentifier> tablesIfAny(Namespace namespace) {
    try {
      return tables.tables(namespace).stream();
    } catch (IceRunnerException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return Stream.empty();
      }
      throw e;
    }
  }

  /** No row for a table that was dropped while the listing goes on. */
  private Stream<List<@Nullable Object>> row(TableIdentifier identifier) {
    String namespace = identifier.hasNamespace() ? identifier.namespace().toString() : null;
    if (schemas == null) {
      return Stream.of(
          Arrays.asList(tables.name(), namespace, identifier.name(), TableTypesCommand.TABLE));
    }
    byte[] schema = schemas.find(identifier);
    return schema == null
        ? Stream.empty()
        : Stream.of(
            Arrays.asList(
                tables.name(), namespace, identifier.name(), TableTypesCommand.TABLE, schema));
  }
}

package io.icerunner.internal.sql;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.spi.RecordBatchStream;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.jspecify.annotations.Nullable;

/**
 * GetDbSchemas: the namespaces, nested ones with their levels joined by dots.
 *
 * @param catalog the catalog asked for; null for all
 * @param pattern of the namespace
 */
record NamespacesCommand(CatalogTables tables, @Nullable String catalog, Predicate<String> pattern)
    implements MetadataCommand {

  @Override
  public Schema schema() {
    return Schemas.GET_SCHEMAS_SCHEMA;
  }

  @Override
  public RecordBatchStream open(BufferAllocator allocator) {
    Stream<Namespace> namespaces =
        catalog == null || catalog.equals(tables.name()) ? tables.namespaces() : Stream.empty();
    Iterator<List<@Nullable Object>> rows =
        namespaces
            .map(Namespace::toString)
            .filter(pattern)
            .map(namespace -> List.<@Nullable Object>of(tables.name(), namespace))
            .iterator();
    return new RowStream<>(schema(), rows, Cells::write, allocator);
  }
}

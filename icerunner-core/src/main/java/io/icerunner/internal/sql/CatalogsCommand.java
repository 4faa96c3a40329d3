package io.icerunner.internal.sql;

import io.icerunner.spi.RecordBatchStream;
import java.util.List;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** GetCatalogs: the one catalog of the server. */
record CatalogsCommand(String catalog) implements MetadataCommand {
  @Override
  public Schema schema() {
    return Schemas.GET_CATALOGS_SCHEMA;
  }

  @Override
  public RecordBatchStream open(BufferAllocator allocator) {
    List<List<@Nullable Object>> rows = List.of(List.of(catalog));
    return new RowStream<>(schema(), rows.iterator(), Cells::write, allocator);
  }
}

package io.icerunner.internal.sql;

import io.icerunner.spi.RecordBatchStream;
import java.util.List;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** GetTableTypes: all that is served are tables. */
record TableTypesCommand() implements MetadataCommand {
  /** The type of every table. */
  static final String TABLE = "TABLE";

  @Override
  public Schema schema() {
    return Schemas.GET_TABLE_TYPES_SCHEMA;
  }

  @Override
  public RecordBatchStream open(BufferAllocator allocator) {
    List<List<@Nullable Object>> rows = List.of(List.of(TABLE));
    return new RowStream<>(schema(), rows.iterator(), Cells::write, allocator);
  }
}

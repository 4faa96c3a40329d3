package io.icerunner.internal.sql;

import io.icerunner.spi.RecordBatchStream;
import java.util.Collections;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** A listing of things that Iceberg tables do not have: primary and foreign keys. */
record EmptyCommand(Schema schema) implements MetadataCommand {
  @Override
  public RecordBatchStream open(BufferAllocator allocator) {
    return new RowStream<List<@Nullable Object>>(
        schema, Collections.emptyIterator(), Cells::write, allocator);
  }
}

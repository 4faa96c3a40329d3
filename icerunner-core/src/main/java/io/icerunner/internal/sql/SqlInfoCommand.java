package io.icerunner.internal.sql;

import io.icerunner.spi.RecordBatchStream;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * GetSqlInfo: the values of the ids asked for, in the order asked; all of them when none is named.
 * Unknown ids are left out, as Flight SQL wants it.
 */
final class SqlInfoCommand implements MetadataCommand {
  private final Map<Integer, Object> values;
  private final Collection<Integer> ids;

  SqlInfoCommand(Map<Integer, Object> values, List<Integer> ids) {
    this.values = values;
    this.ids = ids.isEmpty() ? values.keySet() : ids;
  }

  @Override
  public Schema schema() {
    return Schemas.GET_SQL_INFO_SCHEMA;
  }

  @Override
  public RecordBatchStream open(BufferAllocator allocator) {
    Iterator<Map.Entry<Integer, Object>> rows =
        ids.stream()
            .filter(values::containsKey)
            .map(id -> Map.entry(id, Objects.requireNonNull(values.get(id))))
            .iterator();
    return new RowStream<>(schema(), rows, new SqlInfoWriter(), allocator);
  }
}

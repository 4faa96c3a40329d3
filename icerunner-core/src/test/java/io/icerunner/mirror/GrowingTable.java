package io.icerunner.mirror;

import static org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption.TABLE_EXISTS_OPTION_APPEND;
import static org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption.TABLE_EXISTS_OPTION_REPLACE;
import static org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.ExecuteIngestOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A table that grows through a server. No two rows are equal: each has a number of its own, and a
 * round that it shares with some others. Not safe for threads.
 */
final class GrowingTable implements AutoCloseable {
  static final int ROUND = 50;
  private static final Schema FIRST =
      new Schema(
          List.of(
              Field.nullable("id", new ArrowType.Int(64, true)),
              Field.nullable("round", new ArrowType.Int(32, true)),
              Field.nullable("name", ArrowType.Utf8.INSTANCE)));

  private final BufferAllocator allocator = new RootAllocator();
  private final FlightSqlClient client;
  private final TableIdentifier table;
  private Schema schema = FIRST;
  private long rows;

  GrowingTable(int port, TableIdentifier table) {
    this.table = table;
    this.client =
        new FlightSqlClient(
            FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", port)).build());
  }

  Schema schema() {
    return schema;
  }

  /** The batches that follow have this schema. */
  void schema(Schema next) {
    schema = next;
  }

  /** Makes the table if it is missing. */
  void append(int count) {
    put(count, TABLE_EXISTS_OPTION_APPEND);
  }

  /** Puts new rows in the place of all that there are. */
  void replace(int count) {
    put(count, TABLE_EXISTS_OPTION_REPLACE);
  }

  private void put(int count, TableExistsOption existing) {
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator)) {
      root.getFieldVectors().forEach(vector -> fill(vector, count));
      root.setRowCount(count);
      client.executeIngest(root, options(existing));
    }
    rows += count;
  }

  private ExecuteIngestOptions options(TableExistsOption existing) {
    return new ExecuteIngestOptions(
        table.name(),
        TableDefinitionOptions.newBuilder()
            .setIfNotExist(TABLE_NOT_EXIST_OPTION_CREATE)
            .setIfExists(existing)
            .build(),
        false,
        null,
        table.namespace().toString(),
        Map.of());
  }

  private void fill(FieldVector vector, int count) {
    for (int i = 0; i < count; i++) {
      long id = rows + i;
      long value = vector.getName().equals("round") ? id / ROUND : id;
      if (vector instanceof BigIntVector longs) {
        longs.setSafe(i, value);
      } else if (vector instanceof IntVector ints) {
        ints.setSafe(i, (int) value);
      } else if (vector instanceof VarCharVector texts && id % 7 != 0) {
        texts.setSafe(i, (vector.getName() + value).getBytes(StandardCharsets.UTF_8));
      }
    }
  }

  @Override
  public void close() throws Exception {
    client.close();
    allocator.close();
  }
}

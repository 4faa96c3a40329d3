package io.icerunner.internal.mirror.source;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.cursor.CursorPosition;
import io.icerunner.internal.mirror.cursor.CursorType;
import io.icerunner.internal.names.NearestName;
import io.icerunner.internal.names.TableNameText;
import io.icerunner.internal.replica.LoadMode;
import io.icerunner.internal.replica.ReplicaRecord;
import io.icerunner.internal.types.TypeMappers;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * A table of a Flight SQL server that is followed by a column that only grows. Rows are read from
 * the largest value that was seen, or from a stated distance before it; those that the target has
 * are dropped. So nothing but the position is kept, and rows that come late, or share the largest
 * value, are found.
 *
 * <p>What the source deletes or changes in rows that were copied is not seen. A changed row that is
 * read again counts as a new one, unless key columns say otherwise.
 *
 * <p>Memory: a hash of each row of the target that is at or after where is read from.
 */
public final class CursorTable implements SourceTable {
  private static final String KIND = "cursor";

  private final SourceServer server;
  private final List<String> name;
  private final CursorSettings settings;
  private final TargetRows targetRows;
  private final TableIdentifier target;
  private final TypeMappers mappers;

  /**
   * @param targetRows reads what the target has
   */
  public CursorTable(
      SourceServer server,
      List<String> name,
      CursorSettings settings,
      TargetRows targetRows,
      TableIdentifier target,
      TypeMappers mappers) {
    this.server = server;
    this.name = List.copyOf(name);
    this.settings = settings;
    this.targetRows = targetRows;
    this.target = target;
    this.mappers = mappers;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public String source() {
    return server.address() + "/" + TableNameText.of(name);
  }

  @Override
  public SourceChange since(@Nullable ReplicaRecord last) {
    CursorPosition position = last == null ? null : CursorPosition.parse(last.position());
    if (position != null && !position.column().equals(settings.column())) {
      throw IceRunnerException.invalidArgument(
          "Cannot follow %s by column %s: its target is followed by column %s; resync the target"
              .formatted(source(), settings.column(), position.column()));
    }
    return rows(LoadMode.APPEND, position);
  }

  @Override
  public SourceChange.Rows all() {
    return rows(LoadMode.REPLACE, null);
  }

  private SourceChange.Rows rows(LoadMode mode, @Nullable CursorPosition position) {
    return new SourceChange.Rows(mode, List.of(allocator -> read(position, allocator)));
  }

  /**
   * The rows that a record tells of, as far as the source still has them.
   *
   * @param allocator parent of what is allocated; closed after the rows
   */
  public CanonicalRows upTo(ReplicaRecord record, BufferAllocator allocator) {
    CursorPosition position = CursorPosition.parse(record.position());
    CursorType<?> type = CursorType.of(settings.column(), column(schema(allocator)).type());
    return upTo(type, position, allocator);
  }

  private <V> CanonicalRows upTo(
      CursorType<V> type, CursorPosition position, BufferAllocator allocator) {
    V last = type.last(position);
    if (last == null) {
      return query(CursorSql.noRows(name), allocator);
    }
    String literal = type.literal(type.ceiling(last));
    return new RowsUpTo<>(
        query(CursorSql.upTo(name, settings.column(), literal), allocator),
        settings.column(),
        type,
        last,
        allocator);
  }

  private PortionRead read(@Nullable CursorPosition position, BufferAllocator allocator) {
    org.apache.iceberg.Schema schema = schema(allocator);
    CursorType<?> type = CursorType.of(settings.column(), column(schema).type());
    if (type.isText()) {
      checkTextOrder(allocator);
    }
    return read(boundary(type, position, names(schema), allocator), allocator);
  }

  private <V> CursorBoundary<V> boundary(
      CursorType<V> type,
      @Nullable CursorPosition position,
      List<String> columns,
      BufferAllocator allocator) {
    return new CursorBoundary<>(
        type, settings, position, predicate -> known(columns, predicate, allocator));
  }

  private <V> PortionRead read(CursorBoundary<V> boundary, BufferAllocator allocator) {
    FlightInfo info = server.query(CursorSql.rows(name, boundary, settings.isOrdered()));
    CanonicalStream stream = read(settings.isOrdered() ? inTurn(info) : info, allocator);
    try {
      column(stream.schema());
      return new CursorRead<>(stream, boundary, allocator);
    } catch (RuntimeException | Error e) {
      stream.close();
      throw e;
    }
  }

  private CanonicalStream query(String sql, BufferAllocator allocator) {
    return read(server.query(sql), allocator);
  }

  private CanonicalStream read(FlightInfo info, BufferAllocator allocator) {
    return CanonicalStream.of(server.read(info, allocator), mappers, source(), allocator);
  }

  /** The same description, whose endpoints are read one after the other. */
  private static FlightInfo inTurn(FlightInfo info) {
    Schema schema = info.getSchemaOptional().orElse(new Schema(List.of()));
    return FlightInfo.builder(schema, info.getDescriptor(), info.getEndpoints())
        .setRecords(info.getRecords())
        .setBytes(info.getBytes())
        .setOrdered(true)
        .build();
  }

  /** The columns, by a statement that has no rows. */
  private org.apache.iceberg.Schema schema(BufferAllocator allocator) {
    try (CanonicalStream stream = query(CursorSql.noRows(name), allocator)) {
      settings.keyColumns().forEach(key -> column(stream.schema(), key, "key column"));
      return stream.schema();
    }
  }

  private Types.NestedField column(org.apache.iceberg.Schema schema) {
    return column(schema, settings.column(), "column");
  }

  private Types.NestedField column(org.apache.iceberg.Schema schema, String column, String what) {
    Types.NestedField field = schema.asStruct().field(column);
    if (field == null) {
      throw IceRunnerException.invalidArgument(
          "Cannot follow %s by %s %s: there is no such column%s"
              .formatted(source(), what, column, NearestName.hint(column, names(schema))));
    }
    return field;
  }

  private void checkTextOrder(BufferAllocator allocator) {
    try (CanonicalStream stream = query(CursorSql.textOrder(name), allocator)) {
      while (stream.next()) {
        FieldVector answer = stream.batch().getVector(0);
        if (answer.getValueCount() > 0) {
          if (!Objects.equals(String.valueOf(answer.getObject(0)), "1")) {
            throw CursorBoundary.otherOrder(settings.column());
          }
          return;
        }
      }
    }
  }

  private KnownRows known(List<String> columns, String predicate, BufferAllocator allocator) {
    List<String> keys = settings.keyColumns();
    try (CanonicalRows rows =
        targetRows.read(target, keys.isEmpty() ? columns : keys, predicate, allocator)) {
      return KnownRows.read(rows, keys, settings.mostKnownRows(), "with " + predicate);
    }
  }

  private static List<String> names(org.apache.iceberg.Schema schema) {
    return schema.columns().stream().map(Types.NestedField::name).toList();
  }
}

package io.icerunner.internal.mirror;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.mirror.source.CanonicalRows;
import io.icerunner.internal.mirror.source.TargetRows;
import io.icerunner.internal.scan.SnapshotResolver;
import io.icerunner.internal.types.TypeMappers;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.TableScan;
import io.icerunner.spi.TableVersion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Rows of targets in a catalog, by the query engine. Safe for use by many threads. */
public final class CatalogTargetRows implements TargetRows {
  private final CatalogTables tables;
  private final Supplier<QueryEngine> engine;

  /**
   * @param engine asked when rows are read, so that it may be opened then; the caller closes it
   */
  public CatalogTargetRows(CatalogTables tables, Supplier<QueryEngine> engine) {
    this.tables = tables;
    this.engine = engine;
  }

  @Override
  public CanonicalRows read(
      TableIdentifier table,
      @Nullable List<String> columns,
      @Nullable String filter,
      BufferAllocator allocator) {
    ResolvedTable resolved = resolve(table);
    Schema schema = new Schema(chosen(resolved, columns));
    List<String> names = schema.columns().stream().map(Types.NestedField::name).toList();
    TableScan scan = new TableScan(resolved, names, filter, TypeMappers.canonical(schema));
    return new EngineRows(schema, engine.get().scan(scan, allocator));
  }

  @Override
  public Map<Integer, String> columnNames(TableIdentifier table) {
    return resolve(table).schema().columns().stream()
        .collect(Collectors.toMap(Types.NestedField::fieldId, Types.NestedField::name));
  }

  private ResolvedTable resolve(TableIdentifier table) {
    List<String> parts = new ArrayList<>(List.of(table.namespace().levels()));
    parts.add(table.name());
    return new SnapshotResolver(tables, table.namespace(), Map.of())
        .resolve(parts, TableVersion.current());
  }

  private static List<Types.NestedField> chosen(
      ResolvedTable table, @Nullable List<String> columns) {
    List<Types.NestedField> all = table.schema().columns();
    List<Types.NestedField> chosen =
        columns == null ? all : all.stream().filter(c -> columns.contains(c.name())).toList();
    if (chosen.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot read table %s: it has none of the columns %s"
              .formatted(table.identifier(), columns));
    }
    return chosen;
  }

  /**
   * @param stream closed by this
   */
  private record EngineRows(Schema schema, RecordBatchStream stream) implements CanonicalRows {

    @Override
    public boolean next() {
      return stream.loadNextBatch();
    }

    @Override
    public VectorSchemaRoot batch() {
      return stream.root();
    }

    @Override
    public void close() {
      stream.close();
    }
  }
}

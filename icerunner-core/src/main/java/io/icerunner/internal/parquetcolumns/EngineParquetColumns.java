package io.icerunner.internal.parquetcolumns;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.ParquetColumns;
import io.icerunner.internal.scan.FileTable;
import io.icerunner.internal.types.TypeMappers;
import io.icerunner.spi.QueryEngine;
import io.icerunner.spi.RecordBatchStream;
import io.icerunner.spi.TableScan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Reads columns of local Parquet files by the query engine. Safe for use by many threads. */
public final class EngineParquetColumns implements ParquetColumns {
  private final Supplier<QueryEngine> engine;
  private final BufferAllocator allocator;
  private final Set<String> roots;

  /**
   * @param engine asked each time that values are read, so that it may be opened when it is first
   *     needed; the caller closes it
   * @param allocator for batches; a child of it is used for each read
   * @param roots absolute folders that most files are below, each ending with a slash: the engine
   *     keeps them open, which is quicker than file by file
   */
  public EngineParquetColumns(
      Supplier<QueryEngine> engine, BufferAllocator allocator, Set<String> roots) {
    this.engine = engine;
    this.allocator = allocator;
    this.roots = Set.copyOf(roots);
  }

  @Override
  public List<Types.NestedField> columns(Path file) {
    return FileTable.open(file, roots).stored().columns();
  }

  @Override
  public void forEach(Path file, List<String> columns, Consumer<@Nullable Object[]> row) {
    read(
        file,
        columns,
        values -> {
          row.accept(values);
          return true;
        });
  }

  @Override
  public List<@Nullable Object> distinct(Path file, String column, int limit) {
    Set<@Nullable Object> distinct = new LinkedHashSet<>();
    read(
        file,
        List.of(column),
        values -> {
          distinct.add(values[0]);
          return distinct.size() < limit;
        });
    return new ArrayList<>(distinct);
  }

  private void read(Path file, List<String> names, Predicate<@Nullable Object[]> row) {
    FileTable table = FileTable.open(file, roots);
    org.apache.iceberg.Schema columns =
        new org.apache.iceberg.Schema(names.stream().map(name -> column(table, name)).toList());
    long rows = table.recordCount().orElse(0);
    if (rows == 0 || names.isEmpty()) {
      countRows(rows, row);
      return;
    }
    TableScan scan = new TableScan(table, names, null, TypeMappers.canonical(columns));
    try (BufferAllocator child = allocator.newChildAllocator("columns", 0, Long.MAX_VALUE);
        RecordBatchStream stream = engine.get().scan(scan, child)) {
      boolean more = true;
      while (more && stream.loadNextBatch()) {
        more = readBatch(stream.root(), columns, row);
      }
    }
  }

  private static void countRows(long rows, Predicate<@Nullable Object[]> row) {
    @Nullable Object[] none = {};
    for (long i = 0; i < rows && row.test(none); i++) {
      // Rows without columns are just as many.
    }
  }

  private static boolean readBatch(
      VectorSchemaRoot batch,
      org.apache.iceberg.Schema columns,
      Predicate<@Nullable Object[]> row) {
    List<ColumnReader> readers = new ArrayList<>();
    for (int i = 0; i < columns.columns().size(); i++) {
      readers.add(ColumnReader.of(columns.columns().get(i), batch.getVector(i)));
    }
    @Nullable Object[] values = new @Nullable Object[readers.size()];
    for (int at = 0; at < batch.getRowCount(); at++) {
      for (int i = 0; i < values.length; i++) {
        values[i] = readers.get(i).read(at);
      }
      if (!row.test(values)) {
        return false;
      }
    }
    return true;
  }

  private static Types.NestedField column(FileTable table, String name) {
    Types.NestedField readable = table.schema().asStruct().field(name);
    if (readable != null) {
      return readable;
    }
    throw IceRunnerException.invalidArgument(
        table.stored().asStruct().field(name) == null
            ? "Cannot read column %s of %s: there is no such column; there are %s"
                .formatted(
                    name,
                    table.location(),
                    table.stored().columns().stream().map(Types.NestedField::name).toList())
            : "Cannot read column %s of %s: Iceberg has no type for how it is stored"
                .formatted(name, table.location()));
  }
}

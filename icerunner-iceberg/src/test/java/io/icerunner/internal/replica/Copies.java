package io.icerunner.internal.replica;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.commit.SnapshotExpiry.Retention;
import io.icerunner.internal.types.TypeMappers;
import io.icerunner.internal.write.ArrowRows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.data.GenericRecord;
import org.apache.iceberg.data.IcebergGenerics;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** Writes copies into a catalog, and reads them as Iceberg does. */
final class Copies implements AutoCloseable {
  static final TableIdentifier ID = TableIdentifier.of("d", "copy");
  static final Retention KEEPS = new Retention(600_000, 5, 1_000);

  final CatalogTables tables;
  final CatalogReplicaTarget target;
  final BufferAllocator allocator = new RootAllocator();
  private final ExecutorService executor = Executors.newFixedThreadPool(2);

  Copies(CatalogTables tables) {
    this(tables, Duration.ofSeconds(10), KEEPS);
  }

  Copies(CatalogTables tables, Duration patience, Retention retention) {
    this.tables = tables;
    this.target =
        new CatalogReplicaTarget(tables, TypeMappers.of(List.of()), executor, patience, retention);
  }

  /** A source whose schema is that of an Iceberg table. */
  static LoadRequest request(LoadMode mode, Schema source, @Nullable ReplicaRecord expected) {
    return new LoadRequest(
        ID, mode, ArrowRows.arrow(source), source, "uuid-1", expected, true, Map.of());
  }

  /** A source that tells Arrow types only. */
  static LoadRequest byName(LoadMode mode, Schema source, @Nullable ReplicaRecord expected) {
    return new LoadRequest(ID, mode, ArrowRows.arrow(source), null, null, expected, true, Map.of());
  }

  static RecordUpdate update(String run, long epoch, long position) {
    return new RecordUpdate(
        "host:1/a.b", "uuid-1", "snapshot", "{\"at\": %s}".formatted(position), epoch, run);
  }

  @Nullable ReplicaRecord record() {
    return target.state(ID).record();
  }

  /** One load with one commit, in the epoch that the table is in. */
  CommittedLoad load(LoadRequest request, Object... rows) {
    ReplicaRecord expected = request.expected();
    try (ReplicaLoad load = target.open(request, allocator)) {
      write(load, Objects.requireNonNull(schema(request)), rows);
      return load.commit(update("run", expected == null ? 1 : expected.epoch(), rows.length));
    }
  }

  private @Nullable Schema schema(LoadRequest request) {
    return request.source() != null
        ? request.source()
        : TypeMappers.of(List.of()).toIceberg(request.incoming(), 2);
  }

  /** Rows are values, or lists of values if there are more columns. */
  void write(ReplicaLoad load, Schema schema, Object... rows) {
    List<Record> records = new ArrayList<>();
    for (Object row : rows) {
      List<?> values = row instanceof List<?> list ? list : Arrays.asList(row);
      Record record = GenericRecord.create(schema);
      IntStream.range(0, values.size()).forEach(i -> record.set(i, values.get(i)));
      records.add(record);
    }
    try (VectorSchemaRoot batch = ArrowRows.batch(schema, records, allocator)) {
      load.write(batch, null);
    }
  }

  Table table() {
    return tables.load(ID);
  }

  /** All rows, sorted; values with bars between them. */
  List<String> rows() {
    Table table = table();
    List<String> rows = new ArrayList<>();
    try (CloseableIterable<Record> records = IcebergGenerics.read(table).build()) {
      for (Record row : records) {
        rows.add(
            table.schema().columns().stream()
                .map(Types.NestedField::name)
                .map(name -> String.valueOf(row.getField(name)))
                .collect(Collectors.joining("|")));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    rows.sort(null);
    return rows;
  }

  /** Data files in the table's folder. */
  List<Path> files() {
    Path data = LocalPaths.toPath(table().location()).resolve("data");
    if (!Files.exists(data)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(data)) {
      return files.filter(Files::isRegularFile).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
    allocator.close();
  }
}

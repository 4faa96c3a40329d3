package io.icerunner.benchmarks.mirror;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.discovery.CatalogChoice;
import io.icerunner.internal.discovery.Providers;
import io.icerunner.internal.types.TypeMappers;
import io.icerunner.internal.write.TableWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.AppendFiles;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.TableIdentifier;

/** Adds many files of few rows to tables of a warehouse, all alike but for their names. */
final class ManyFiles implements AutoCloseable {
  private static final int ROWS_PER_FILE = 10;
  private static final int FILES_PER_COMMIT = 1_000;
  private static final int FORMAT_VERSION = 2;

  private final CatalogTables tables;

  ManyFiles(Path warehouse) {
    Catalog catalog =
        CatalogChoice.warehouse(warehouse.toUri().toString())
            .open(Providers.context("default"))
            .catalog();
    this.tables = CatalogTables.of("default", catalog, true);
  }

  /** Makes a table of {@link BenchRows} without files. */
  void create(String name) {
    TableIdentifier identifier = identifier(name);
    tables.ensureNamespace(identifier.namespace());
    tables.createTable(
        identifier,
        TypeMappers.of(List.of()).toIceberg(BenchRows.SCHEMA, FORMAT_VERSION),
        PartitionSpec.unpartitioned(),
        Map.of());
  }

  void add(String name, int files) throws IOException {
    Table table = tables.load(identifier(name));
    DataFile first = write(table);
    for (int done = 0; done < files; done += FILES_PER_COMMIT) {
      AppendFiles append = table.newAppend();
      for (int i = done; i < Math.min(files, done + FILES_PER_COMMIT); i++) {
        append.appendFile(i == 0 ? first : copy(first, i));
      }
      append.commit();
    }
  }

  private static DataFile write(Table table) {
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot rows = BenchRows.of(0, ROWS_PER_FILE, allocator);
        TableWriter writer = TableWriter.open(table, allocator, Runnable::run, 1)) {
      writer.write(rows);
      return writer.complete().get(0);
    }
  }

  private static DataFile copy(DataFile first, int number) throws IOException {
    String location = first.location().replace(".parquet", "-%d.parquet".formatted(number));
    Files.copy(Path.of(URI.create(first.location())), Path.of(URI.create(location)));
    return DataFiles.builder(PartitionSpec.unpartitioned()).copy(first).withPath(location).build();
  }

  private static TableIdentifier identifier(String name) {
    return TableIdentifier.of("default", name);
  }

  @Override
  public void close() {
    tables.close();
  }
}

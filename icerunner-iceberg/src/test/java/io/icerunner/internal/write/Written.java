package io.icerunner.internal.write;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Table;
import org.apache.iceberg.data.Record;
import org.apache.iceberg.data.parquet.GenericParquetReaders;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.parquet.Parquet;

/** Writes rows to a table's files and reads them back with Iceberg's generic reader. */
final class Written {
  private Written() {}

  /** One batch per so many rows. */
  static List<DataFile> rows(Table table, List<Record> rows, int batchRows) {
    return rows(table, rows, batchRows, Runnable::run, 1);
  }

  static List<DataFile> rows(
      Table table, List<Record> rows, int batchRows, Executor executor, int parallelism) {
    try (BufferAllocator allocator = new RootAllocator();
        TableWriter writer = TableWriter.open(table, allocator, executor, parallelism)) {
      for (int from = 0; from < rows.size(); from += batchRows) {
        List<Record> some = rows.subList(from, Math.min(rows.size(), from + batchRows));
        try (VectorSchemaRoot batch = ArrowRows.batch(table.schema(), some, allocator)) {
          writer.write(batch);
        }
      }
      return writer.complete();
    }
  }

  static List<Record> read(Table table, List<DataFile> files) {
    List<Record> rows = new ArrayList<>();
    for (DataFile file : files) {
      try (CloseableIterable<Record> reader =
          Parquet.read(table.io().newInputFile(file.location()))
              .project(table.schema())
              .createReaderFunc(
                  parquet -> GenericParquetReaders.buildReader(table.schema(), parquet))
              .build()) {
        reader.forEach(rows::add);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return rows;
  }
}

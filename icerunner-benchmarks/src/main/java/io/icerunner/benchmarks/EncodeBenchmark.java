package io.icerunner.benchmarks;

import io.icerunner.internal.catalog.LocalCatalogProvider;
import io.icerunner.internal.types.TypeMappers;
import io.icerunner.internal.write.TableWriter;
import io.icerunner.spi.ProviderContext;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.duckdb.DuckDBResultSet;

/**
 * Encodes a Parquet file's rows, held in memory, with {@link TableWriter} and with DuckDB's COPY,
 * in turns in one run, and prints wall and CPU seconds (of the whole process, median of the runs
 * after warm-up), file size and the ratios.
 *
 * <p>Arguments: the Parquet file, then optionally runs (7), batch rows (65,536) and table
 * properties as {@code key=value}.
 */
public final class EncodeBenchmark {
  private static final int WARM_UP = 3;

  private EncodeBenchmark() {}

  private record Run(double wallSeconds, double cpuSeconds, long bytes) {}

  private interface Work {
    long run(int threads) throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 7;
    int batchRows = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1 << 16;
    Path folder = Files.createTempDirectory("icerunner-encode");
    ExecutorService executor = Executors.newFixedThreadPool(4);
    try (BufferAllocator allocator = new RootAllocator();
        Connection duckDb = DriverManager.getConnection("jdbc:duckdb:")) {
      try (Statement statement = duckDb.createStatement()) {
        statement.execute("SET TimeZone = 'UTC'");
        statement.execute(
            "CREATE TABLE d AS SELECT * FROM read_parquet('%s')".formatted(arguments[0]));
      }
      List<VectorSchemaRoot> batches = batches(duckDb, batchRows, allocator);
      Table table = table(folder, batches.get(0), arguments);
      Work writer = threads -> write(table, batches, allocator, executor, threads);
      Work copy = threads -> copy(duckDb, folder.resolve("copy.parquet"), threads);
      for (int threads : new int[] {1, 2}) {
        compare(writer, copy, threads, runs);
      }
      batches.forEach(VectorSchemaRoot::close);
    } finally {
      executor.shutdown();
    }
  }

  private static void compare(Work writer, Work copy, int threads, int runs) throws Exception {
    List<Run> ours = new ArrayList<>();
    List<Run> theirs = new ArrayList<>();
    for (int i = 0; i < WARM_UP + runs; i++) {
      ours.add(measure(writer, threads));
      theirs.add(measure(copy, threads));
    }
    Run our = median(ours.subList(WARM_UP, ours.size()));
    Run their = median(theirs.subList(WARM_UP, theirs.size()));
    System.out.printf(
        "%d thread(s)  TableWriter %s  DuckDB COPY %s  ratio: CPU %.2f, wall %.2f, size %.2f%n",
        threads,
        text(our),
        text(their),
        our.cpuSeconds / their.cpuSeconds,
        our.wallSeconds / their.wallSeconds,
        (double) our.bytes / their.bytes);
  }

  private static String text(Run run) {
    return "wall %.2f s, CPU %.2f s, %.1f MB"
        .formatted(run.wallSeconds, run.cpuSeconds, run.bytes / 1e6);
  }

  private static Run measure(Work work, int threads) throws Exception {
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    long cpu = system.getProcessCpuTime();
    long wall = System.nanoTime();
    long bytes = work.run(threads);
    return new Run(
        (System.nanoTime() - wall) / 1e9, (system.getProcessCpuTime() - cpu) / 1e9, bytes);
  }

  private static Run median(List<Run> runs) {
    double[] wall = runs.stream().mapToDouble(Run::wallSeconds).sorted().toArray();
    double[] cpu = runs.stream().mapToDouble(Run::cpuSeconds).sorted().toArray();
    return new Run(wall[wall.length / 2], cpu[cpu.length / 2], runs.get(0).bytes);
  }

  private static long write(
      Table table,
      List<VectorSchemaRoot> batches,
      BufferAllocator allocator,
      ExecutorService executor,
      int threads) {
    try (TableWriter writer = TableWriter.open(table, allocator, executor, threads)) {
      batches.forEach(writer::write);
      List<DataFile> files = writer.complete();
      files.forEach(file -> table.io().deleteFile(file.location()));
      return files.stream().mapToLong(DataFile::fileSizeInBytes).sum();
    }
  }

  private static long copy(Connection duckDb, Path target, int threads) throws Exception {
    try (Statement statement = duckDb.createStatement()) {
      statement.execute("SET threads = " + threads);
      statement.execute(
          "COPY d TO '%s' (FORMAT parquet, COMPRESSION zstd, COMPRESSION_LEVEL 3)"
              .formatted(target));
    }
    long bytes = Files.size(target);
    Files.delete(target);
    return bytes;
  }

  private static List<VectorSchemaRoot> batches(
      Connection duckDb, int batchRows, BufferAllocator allocator) throws Exception {
    List<VectorSchemaRoot> batches = new ArrayList<>();
    try (Statement statement = duckDb.createStatement();
        DuckDBResultSet rows = (DuckDBResultSet) statement.executeQuery("SELECT * FROM d");
        ArrowReader reader = (ArrowReader) rows.arrowExportStream(allocator, batchRows)) {
      while (reader.loadNextBatch()) {
        VectorSchemaRoot root = reader.getVectorSchemaRoot();
        VectorSchemaRoot kept = VectorSchemaRoot.create(root.getSchema(), allocator);
        for (int i = 0; i < root.getFieldVectors().size(); i++) {
          root.getVector(i).makeTransferPair(kept.getVector(i)).transfer();
        }
        kept.setRowCount(root.getRowCount());
        batches.add(kept);
      }
    }
    return batches;
  }

  private static Table table(Path folder, VectorSchemaRoot batch, String[] arguments) {
    Schema schema = TypeMappers.of(List.of()).toIceberg(batch.getSchema(), 2);
    Map<String, String> properties = new java.util.HashMap<>();
    Arrays.stream(arguments)
        .filter(argument -> argument.contains("="))
        .map(argument -> argument.split("=", 2))
        .forEach(pair -> properties.put(pair[0], pair[1]));
    Catalog catalog =
        new LocalCatalogProvider()
            .open(
                Map.of("warehouse", folder.toString()),
                new ProviderContext("bench", EncodeBenchmark.class.getClassLoader()));
    ((SupportsNamespaces) catalog).createNamespace(Namespace.of("bench"));
    return catalog.createTable(
        TableIdentifier.of("bench", "d"),
        schema,
        org.apache.iceberg.PartitionSpec.unpartitioned(),
        properties);
  }
}

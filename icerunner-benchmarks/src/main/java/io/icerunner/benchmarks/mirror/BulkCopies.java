package io.icerunner.benchmarks.mirror;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

/**
 * Mirrors a table from one server into another, and into a warehouse of the mirror's own, in turns
 * with a plain get of the same table to nowhere and a plain put of the same batches. Each server
 * and each mirror has a JVM of its own; this one gets and puts.
 */
final class BulkCopies implements AutoCloseable {
  private static final String TABLE = "rows";
  private static final int ROWS_PER_BATCH = 1 << 16;

  private final Path local;
  private final ServerProcess source;
  private final ServerProcess target;
  private final MirrorProcess toServer;
  private final MirrorProcess toCatalog;
  private final PlainClient atSource;
  private final PlainClient atTarget;
  private final BufferAllocator memory = new RootAllocator();
  private final List<ArrowRecordBatch> batches = new ArrayList<>();
  private final long wantedBytes;
  private long bytes;
  private long rows;

  BulkCopies(Path work, long wantedBytes) throws Exception {
    this.local = work.resolve("catalog");
    this.source = ServerProcess.start(work.resolve("source"));
    this.target = ServerProcess.start(work.resolve("target"));
    this.toServer = MirrorProcess.start();
    this.toCatalog = MirrorProcess.start();
    this.atSource = new PlainClient(source.uri(), memory);
    this.atTarget = new PlainClient(target.uri(), memory);
    this.wantedBytes = wantedBytes;
  }

  /** Makes the source; its batches stay in memory. */
  private void fill() throws Exception {
    long batchBytes;
    try (var sample = BenchRows.of(0, ROWS_PER_BATCH, memory)) {
      batchBytes = PlainClient.bytes(sample);
    }
    rows = Math.max(1, wantedBytes / batchBytes) * ROWS_PER_BATCH;
    atSource.putRows(TABLE, 0, rows, ROWS_PER_BATCH);
    atSource.get(
        TABLE,
        batch -> {
          bytes += PlainClient.bytes(batch);
          batches.add(new VectorUnloader(batch).getRecordBatch());
        });
    System.out.printf("table: %,d rows in %,d batches, %,d MB%n", rows, batches.size(), mb(bytes));
  }

  /** Something to time; gets the number of the round. */
  private interface Way {
    void run(int round) throws Exception;
  }

  /**
   * @param into of catalog and server
   * @param by of files, as they are, and rows
   */
  void run(int rounds, List<String> into, List<String> by) throws Exception {
    fill();
    Map<String, Way> ways = new LinkedHashMap<>();
    ways.put("get", round -> require(atSource.get(TABLE)));
    ways.put("put", round -> atTarget.put("put" + round, batches));
    for (String how : by) {
      if (into.contains("server")) {
        ways.put(way("server", how), round -> mirror(toServer, target.uri(), how + round, how));
      }
      if (into.contains("catalog")) {
        ways.put(
            way("catalog", how), round -> mirror(toCatalog, local.toString(), how + round, how));
      }
    }
    Timings timings = new Timings();
    for (int round = 0; round <= rounds; round++) {
      for (Map.Entry<String, Way> way : ways.entrySet()) {
        Timings.Taken taken = time(way.getKey(), way.getValue(), round);
        if (round > 0) {
          timings.add(way.getKey(), taken);
        }
      }
      atTarget.drop("put" + round);
      if (into.contains("server")) {
        for (String how : by) {
          atTarget.drop(how + round);
        }
      }
      Folders.delete(local);
    }
    for (String way : ways.keySet()) {
      Figures.tell(way, bytes / 1e6 / Figures.median(timings.seconds(way)), "MB/s", 0);
    }
    for (String kind : into) {
      by.forEach(how -> timings.compare(way(kind, how), "get", "put"));
      printMemory("mirror into a " + kind, kind.equals("server") ? toServer : toCatalog);
    }
  }

  private static String way(String kind, String how) {
    return "mirror into a %s, by %s".formatted(kind, how);
  }

  private void mirror(MirrorProcess mirror, String into, String copy, String how)
      throws IOException {
    long moved = mirror.copy(source.uri(), TABLE, into, copy, how).rows();
    if (moved != rows) {
      throw new IllegalStateException("Moved %s rows of %s".formatted(moved, rows));
    }
  }

  private void require(long moved) {
    if (moved != bytes) {
      throw new IllegalStateException("Moved %s bytes of %s".formatted(moved, bytes));
    }
  }

  private Timings.Taken time(String name, Way way, int round) throws Exception {
    Map<String, Duration> before = cpu();
    long start = System.nanoTime();
    way.run(round);
    double seconds = (System.nanoTime() - start) / 1e9;
    double sum = 0;
    StringBuilder used = new StringBuilder();
    for (Map.Entry<String, Duration> process : cpu().entrySet()) {
      Duration spent =
          process.getValue().minus(before.getOrDefault(process.getKey(), Duration.ZERO));
      sum += spent.toNanos() / 1e9;
      used.append(", %s %.2f".formatted(process.getKey(), spent.toNanos() / 1e9));
    }
    System.out.printf(
        "%s %-32s %8.2f s; seconds on processors: %s%n",
        round == 0 ? "warm-up" : "round " + round, name, seconds, used.substring(2));
    return new Timings.Taken(seconds, sum);
  }

  /** By process, so far. */
  private Map<String, Duration> cpu() {
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    Map<String, Duration> cpu = new LinkedHashMap<>();
    cpu.put("client", Duration.ofNanos(system.getProcessCpuTime()));
    cpu.put("source", source.cpu());
    cpu.put("mirror", toServer.cpu().plus(toCatalog.cpu()));
    cpu.put("target", target.cpu());
    return cpu;
  }

  private void printMemory(String name, MirrorProcess mirror) throws IOException {
    Figures.tell(name + ": peak resident", mb(mirror.peakResidentBytes()), "MB", 0);
    Figures.tell(
        "%s: peak heap of %s".formatted(name, MirrorProcess.HEAP),
        mb(mirror.peakHeapBytes()),
        "MB",
        0);
  }

  private static long mb(long bytes) {
    return Math.round(bytes / 1e6);
  }

  @Override
  public void close() throws Exception {
    batches.forEach(ArrowRecordBatch::close);
    atSource.close();
    atTarget.close();
    memory.close();
    toServer.close();
    toCatalog.close();
    source.close();
    target.close();
  }
}

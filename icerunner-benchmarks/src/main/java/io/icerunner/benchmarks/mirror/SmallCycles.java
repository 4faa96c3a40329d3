package io.icerunner.benchmarks.mirror;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/**
 * What cycles cost that find nothing new, or one new file, beside tables of more and more files.
 * The mirror follows all tables and has copied them before.
 */
final class SmallCycles implements AutoCloseable {
  private static final int NEW_ROWS = 1_000;
  private static final int IDLE_CYCLES = 200;
  private static final Duration OFTEN = Duration.ofMillis(10);
  private static final Duration SELDOM = Duration.ofMillis(250);

  private final Path targetFolder;
  private final Path local;
  private final List<Integer> files;
  private final ServerProcess source;
  private final ServerProcess target;
  private final MirrorProcess mirror;
  private final BufferAllocator memory = new RootAllocator();
  private final PlainClient writer;

  /** Makes a table for each number of files. */
  SmallCycles(Path work, List<Integer> files) throws Exception {
    this.files = files;
    this.local = work.resolve("catalog");
    this.targetFolder = work.resolve("target");
    Path sourceFolder = work.resolve("source");
    try (ManyFiles made = new ManyFiles(sourceFolder)) {
      for (int count : files) {
        made.create(name(count));
        made.add(name(count), count);
      }
    }
    this.source = ServerProcess.start(sourceFolder);
    this.target = ServerProcess.start(targetFolder);
    this.mirror = MirrorProcess.start();
    this.writer = new PlainClient(source.uri(), memory);
  }

  private static String name(int files) {
    return "files" + files;
  }

  /**
   * @param into of catalog and server
   */
  void run(int rounds, List<String> into) throws Exception {
    if (into.contains("catalog")) {
      run("catalog", local.toString(), local, rounds);
    }
    if (into.contains("server")) {
      run("server", target.uri(), targetFolder, rounds);
    }
  }

  private void run(String kind, String into, Path folder, int rounds) throws Exception {
    for (int count : files) {
      mirror.copy(source.uri(), name(count), into, name(count), "files");
    }
    String title = "into a %s, ".formatted(kind);
    idle(title, into);
    added(title, into, rounds);
    try (ManyFiles grown = new ManyFiles(folder)) {
      for (int count : files) {
        grown.add(name(count), count);
      }
    }
    added(title + "which has as many files, ", into, rounds);
  }

  private void idle(String title, String into) throws IOException {
    for (int count : files) {
      String table = name(count);
      mirror.follow(source.uri(), table, into, table, OFTEN);
      await(table, IDLE_CYCLES);
      double median = Figures.median(await(table, IDLE_CYCLES));
      mirror.leave(table);
      Figures.tell("%sidle cycle, %,d files".formatted(title, count), median, "ms", 1);
    }
  }

  private List<Double> await(String table, int cycles) throws IOException {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < cycles; i++) {
      millis.add(mirror.await(table, "UNCHANGED").duration().toNanos() / 1e6);
    }
    return millis;
  }

  private void added(String title, String into, int rounds) throws IOException {
    for (int count : files) {
      mirror.follow(source.uri(), name(count), into, name(count), SELDOM);
      mirror.await(name(count), "UNCHANGED");
    }
    Map<Integer, List<Double>> millis = new LinkedHashMap<>();
    for (int round = -rounds; round < rounds; round++) {
      for (int count : files) {
        writer.putRows(name(count), 0, NEW_ROWS, NEW_ROWS);
        double taken = mirror.await(name(count), "UPDATED").duration().toNanos() / 1e6;
        if (round >= 0) {
          millis.computeIfAbsent(count, key -> new ArrayList<>()).add(taken);
        }
      }
    }
    for (int count : files) {
      mirror.leave(name(count));
    }
    print(title, millis);
  }

  private void print(String title, Map<Integer, List<Double>> millis) {
    List<Double> least = millis.getOrDefault(files.get(0), List.of());
    millis.forEach(
        (count, taken) -> {
          String name = "%sone new file, %,d files".formatted(title, count);
          Figures.tell(name, Figures.median(taken), "ms", 1);
          if (!count.equals(files.get(0))) {
            Figures.tell(
                "%s / %,d".formatted(name, files.get(0)),
                Figures.median(taken) / Figures.median(least),
                "x",
                2);
          }
        });
  }

  @Override
  public void close() throws Exception {
    writer.close();
    memory.close();
    mirror.close();
    source.close();
    target.close();
  }
}

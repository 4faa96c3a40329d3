package io.icerunner.benchmarks.mirror;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Mirrors in a JVM of their own, of a stated heap. */
final class MirrorProcess implements AutoCloseable {
  static final String HEAP = "512m";

  private final JavaProcess process;

  private MirrorProcess(JavaProcess process) {
    this.process = process;
  }

  static MirrorProcess start() throws IOException {
    return new MirrorProcess(JavaProcess.start(MirrorProgram.class, List.of("-Xmx" + HEAP)));
  }

  /** A cycle of a table. */
  record Cycle(String copy, String outcome, long rows, long bytes, Duration duration) {
    static Cycle parse(String line) {
      String[] words = line.split(" ", -1);
      if (!words[0].equals("cycle")) {
        throw new IllegalStateException("No cycle: " + line);
      }
      return new Cycle(
          words[1],
          words[2],
          Long.parseLong(words[3]),
          Long.parseLong(words[4]),
          Duration.ofNanos(Long.parseLong(words[5])));
    }
  }

  /**
   * Runs once.
   *
   * @param target an address or a folder
   * @param how files, as they are, or rows
   */
  Cycle copy(String source, String table, String target, String copy, String how)
      throws IOException {
    process.tell("copy %s %s %s %s %s".formatted(source, table, target, copy, how));
    Cycle cycle = Cycle.parse(process.hear());
    requireRan(cycle);
    return cycle;
  }

  /** Follows from now on, looking that often. */
  void follow(String source, String table, String target, String copy, Duration interval) {
    process.tell(
        "follow %s %s %s %s %s".formatted(source, table, target, copy, interval.toMillis()));
  }

  /** Waits for the next cycle of that copy with that outcome. */
  Cycle await(String copy, String outcome) throws IOException {
    while (true) {
      Cycle cycle = Cycle.parse(process.hear());
      requireRan(cycle);
      if (cycle.copy().equals(copy) && cycle.outcome().equals(outcome)) {
        return cycle;
      }
    }
  }

  void leave(String copy) throws IOException {
    process.tell("leave " + copy);
    while (!process.hear().equals("left")) {
      // Cycles that came in between.
    }
  }

  private static void requireRan(Cycle cycle) {
    if (cycle.outcome().equals("FAILED") || cycle.outcome().equals("STOPPED")) {
      throw new IllegalStateException("The mirror failed: " + cycle);
    }
  }

  Duration cpu() {
    return process.cpu();
  }

  long peakResidentBytes() throws IOException {
    return process.peakResidentBytes();
  }

  long peakHeapBytes() throws IOException {
    process.tell("heap");
    return Long.parseLong(process.hear());
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}

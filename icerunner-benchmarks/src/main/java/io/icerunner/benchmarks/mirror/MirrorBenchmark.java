package io.icerunner.benchmarks.mirror;

import io.icerunner.internal.arrow.ArrowRuntime;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Measures the mirror:
 *
 * <pre>
 * [--gigabytes 2] [--rounds 3] [--files 1000,10000,40000] [--cycles 15] [--into catalog,server] [--by files,rows] [--folder DIR]
 * </pre>
 *
 * <p>No gigabytes, or no files, leaves that part out.
 */
public final class MirrorBenchmark {
  private MirrorBenchmark() {}

  public static void main(String[] arguments) throws Exception {
    ArrowRuntime.chooseAllocationManager();
    double gigabytes = Double.parseDouble(value(arguments, "--gigabytes", "2"));
    int rounds = Integer.parseInt(value(arguments, "--rounds", "3"));
    int cycles = Integer.parseInt(value(arguments, "--cycles", "15"));
    List<Integer> files = numbers(value(arguments, "--files", "1000,10000,40000"));
    List<String> into = List.of(value(arguments, "--into", "catalog,server").split(",", -1));
    List<String> by = List.of(value(arguments, "--by", "files,rows").split(",", -1));
    String folder = value(arguments, "--folder", System.getProperty("java.io.tmpdir"));
    Path work = Files.createTempDirectory(Path.of(folder), "icerunner-bench-");
    try {
      if (gigabytes > 0) {
        try (BulkCopies copies = new BulkCopies(work.resolve("bulk"), (long) (gigabytes * 1e9))) {
          copies.run(rounds, into, by);
        }
      }
      if (!files.isEmpty()) {
        try (SmallCycles small = new SmallCycles(work.resolve("small"), files)) {
          small.run(cycles, into);
        }
      }
    } finally {
      Folders.delete(work);
    }
  }

  private static String value(String[] arguments, String name, String fallback) {
    for (int i = 0; i < arguments.length - 1; i++) {
      if (arguments[i].equals(name)) {
        return arguments[i + 1];
      }
    }
    return fallback;
  }

  private static List<Integer> numbers(String text) {
    return Stream.of(text.split(",", -1))
        .filter(part -> !part.isEmpty() && !part.equals("0"))
        .map(Integer::valueOf)
        .toList();
  }
}

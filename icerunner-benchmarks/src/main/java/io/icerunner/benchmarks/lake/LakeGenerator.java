package io.icerunner.benchmarks.lake;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.YearMonth;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes a lake, by default the described one (37,260 parts, 163,306,368 rows, about 0.5 GB):
 *
 * <pre>LakeGenerator DIR [tiles=36] [months=1035] [first=1940-01] [side=12] [every=MILLIS]</pre>
 *
 * <p>With {@code every} it is a producer that goes on while others read: a tile at a time, in the
 * manifest as soon as the tile is whole, the next one that many milliseconds after the one before
 * began. Without, tiles are made by all processors and the manifest comes last.
 */
public final class LakeGenerator {
  private LakeGenerator() {}

  public static void main(String[] arguments) throws Exception {
    Path lake = Path.of(arguments[0]).toAbsolutePath();
    LakeShape described = LakeShape.DESCRIBED;
    LakeShape shape =
        new LakeShape(
            number(arguments, "tiles", described.tiles()),
            YearMonth.parse(value(arguments, "first", described.firstMonth().toString())),
            number(arguments, "months", described.months()),
            number(arguments, "side", described.side()));
    int every = number(arguments, "every", -1);
    Files.createDirectories(lake);
    long start = System.nanoTime();
    if (every < 0) {
      generate(lake, shape);
    } else {
      produce(lake, shape, Duration.ofMillis(every));
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    List<LakePart> parts = shape.parts();
    System.out.printf(
        "%,d parts, %,d rows, %.0f parts/s%n",
        parts.size(), parts.stream().mapToLong(LakePart::rows).sum(), parts.size() / seconds);
  }

  private static void generate(Path lake, LakeShape shape) throws Exception {
    ExecutorService executor =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try (LakeManifest manifest = new LakeManifest(lake)) {
      List<Future<?>> tiles =
          IntStream.range(0, shape.tiles())
              .<Future<?>>mapToObj(tile -> executor.submit(() -> write(lake, shape, tile)))
              .toList();
      for (Future<?> tile : tiles) {
        tile.get();
      }
      manifest.add(shape.parts());
      manifest.publish();
    } finally {
      executor.shutdownNow();
    }
  }

  private static @Nullable Void write(Path lake, LakeShape shape, int tile) throws Exception {
    try (LakeWriter writer = new LakeWriter(lake, shape.side())) {
      writer.write(shape.partsOf(tile));
    }
    return null;
  }

  private static void produce(Path lake, LakeShape shape, Duration every) throws Exception {
    try (LakeManifest manifest = new LakeManifest(lake);
        LakeWriter writer = new LakeWriter(lake, shape.side())) {
      for (int tile = 0; tile < shape.tiles(); tile++) {
        long next = System.nanoTime() + every.toNanos();
        List<LakePart> parts = shape.partsOf(tile);
        writer.write(parts);
        manifest.add(parts);
        manifest.publish();
        System.out.printf("tile %s is whole%n", parts.get(0).tile().name());
        TimeUnit.NANOSECONDS.sleep(next - System.nanoTime());
      }
    }
  }

  private static int number(String[] arguments, String name, int fallback) {
    return Integer.parseInt(value(arguments, name, Integer.toString(fallback)));
  }

  private static String value(String[] arguments, String name, String fallback) {
    for (String argument : arguments) {
      if (argument.startsWith(name + "=")) {
        return argument.substring(name.length() + 1);
      }
    }
    return fallback;
  }
}

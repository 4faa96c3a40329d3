package io.icerunner.benchmarks.mirror;

import io.icerunner.mirror.Mirror;
import io.icerunner.mirror.MirrorBuilder;
import io.icerunner.mirror.MirrorHandle;
import io.icerunner.mirror.MirrorListener;
import io.icerunner.mirror.MirrorResult;
import io.icerunner.mirror.TableMirrorResult;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Mirrors as it is told, a line each, until its input ends:
 *
 * <ul>
 *   <li>{@code copy SOURCE TABLE TARGET COPY HOW} runs once; a target is an address or a folder; to
 *       copy {@code files}, or {@code rows} only
 *   <li>{@code follow SOURCE TABLE TARGET COPY MILLIS} follows, looking that often
 *   <li>{@code leave COPY} ends that
 *   <li>{@code heap} answers with the most bytes of heap that were in use
 * </ul>
 *
 * Each cycle is a line: {@code cycle COPY OUTCOME ROWS BYTES NANOS}; after {@code leave} comes
 * {@code left}.
 */
public final class MirrorProgram {
  private final Map<String, MirrorHandle> handles = new HashMap<>();

  private MirrorProgram() {}

  public static void main(String[] arguments) throws IOException {
    MirrorProgram program = new MirrorProgram();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      program.obey(line.split(" ", -1));
    }
    program.handles.values().forEach(MirrorHandle::close);
  }

  private void obey(String[] words) {
    switch (words[0]) {
      case "copy" -> mirror(words).copyDataFiles(words[5].equals("files")).build().runOnce();
      case "follow" ->
          handles.put(
              words[4], mirror(words).build().start(Duration.ofMillis(Long.parseLong(words[5]))));
      case "leave" -> {
        MirrorHandle handle = handles.remove(words[1]);
        if (handle != null) {
          handle.close();
        }
        System.out.println("left");
      }
      case "heap" -> System.out.println(peakHeapBytes());
      default -> throw new IllegalArgumentException("Cannot " + words[0]);
    }
  }

  private static MirrorBuilder mirror(String[] words) {
    MirrorBuilder mirror =
        Mirror.builder()
            .source(words[1])
            .sourceTable(words[2])
            .table(words[4])
            .patience(Duration.ZERO)
            .listener(new Cycles());
    return words[3].contains("://") ? mirror.target(words[3]) : mirror.warehouse(Path.of(words[3]));
  }

  private static final class Cycles implements MirrorListener {
    @Override
    public void cycleDone(MirrorResult result) {
      for (TableMirrorResult table : result.tables()) {
        if (table.failure() != null) {
          table.failure().printStackTrace();
        }
        String copy = table.target().substring(table.target().lastIndexOf('.') + 1);
        System.out.printf(
            "cycle %s %s %d %d %d%n",
            copy, table.outcome(), table.rows(), table.bytes(), table.duration().toNanos());
      }
    }
  }

  private static long peakHeapBytes() {
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP)
        .map(MemoryPoolMXBean::getPeakUsage)
        .mapToLong(usage -> usage.getUsed())
        .sum();
  }
}

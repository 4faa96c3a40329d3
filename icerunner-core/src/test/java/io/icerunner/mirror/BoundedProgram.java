package io.icerunner.mirror;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Mirrors a table once and prints how many rows it has and how much memory the JVM had at most:
 * {@code SOURCE TABLE WAREHOUSE}.
 */
final class BoundedProgram {
  private BoundedProgram() {}

  public static void main(String[] arguments) throws IOException {
    MirrorResult result =
        Mirror.builder()
            .source(arguments[0])
            .sourceTable(arguments[1])
            .table("bounded")
            .mode(MirrorMode.FULL)
            .warehouse(Path.of(arguments[2]))
            .listener(new Retries())
            .build()
            .runOnce();
    System.out.println(result);
    System.out.println("ROWS " + result.rows());
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        System.out.println(line.replaceAll("\\D+(\\d+).*", "KIB $1"));
      }
    }
  }

  private static final class Retries implements MirrorListener {
    @Override
    public void retrying(String source, String message, Duration pause) {
      System.out.println(message);
    }
  }
}

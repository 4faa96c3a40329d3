package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.fixture.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table ten times as large as the memory that a mirror may have is mirrored. */
final class BoundedMemoryIT {
  private static final int MIB =
      Integer.getInteger(
          "icerunner.test.mib", Boolean.getBoolean("icerunner.test.long") ? 128 : 32);

  /** What a JVM holds beside heap, direct memory and data: its code, classes, stacks. */
  private static final int OTHER_MIB = 400;

  @TempDir private Path folder;

  @Test
  void tableIsTenTimesTheMemory() throws Exception {
    int table = 10 * 2 * MIB;
    try (EndlessServer server = EndlessServer.start();
        ChildJvm mirror =
            ChildJvm.start(
                folder,
                List.of("-Xmx" + MIB + "m", "-XX:MaxDirectMemorySize=" + MIB + "m"),
                BoundedProgram.class,
                "grpc://127.0.0.1:" + server.port(),
                "" + table,
                folder.resolve("warehouse").toString())) {
      int exitCode = mirror.exitCode();
      String output = mirror.output();
      assertThat(exitCode).as(output).isZero();
      assertThat(number(output, "ROWS"))
          .as(output)
          .isEqualTo((long) table * EndlessServer.BATCH_ROWS);
      assertThat(number(output, "KIB")).as(output).isLessThan((2L * MIB + OTHER_MIB) << 10);
    }
  }

  private static long number(String output, String label) {
    Matcher matcher = Pattern.compile(label + " (\\d+)").matcher(output);
    assertThat(matcher.find()).as(output).isTrue();
    return Long.parseLong(matcher.group(1));
  }
}

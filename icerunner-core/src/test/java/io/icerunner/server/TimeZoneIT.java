package io.icerunner.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The zone of the server's machine is nobody's business. */
class TimeZoneIT {
  @TempDir Path folder;

  @Test
  void theZoneOfTheMachineChangesNeitherTypesNorInstants() throws Exception {
    Path output = folder.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                ZonedProgram.class.getName(),
                folder.resolve("warehouse").toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().put("TZ", "Europe/Madrid");
    Process process = builder.start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();

    List<String> lines =
        Files.readString(output, StandardCharsets.UTF_8)
            .lines()
            .filter(line -> line.startsWith("ZONE ") || line.startsWith("ROW "))
            .toList();
    assertThat(lines)
        .containsExactly(
            "ZONE Europe/Madrid",
            "ROW true Timestamp(MICROSECOND, UTC) 1",
            "ROW true Timestamp(MICROSECOND, UTC) 1",
            "ROW true Timestamp(MICROSECOND, UTC) 1",
            "ROW true Utf8 1970-01-01 00:00:00.000001+00",
            "ROW true Timestamp(MICROSECOND, UTC) 1");
  }
}

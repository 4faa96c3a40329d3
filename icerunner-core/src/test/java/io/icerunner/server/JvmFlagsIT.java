package io.icerunner.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a program gets to know that was started without the flags Arrow needs, or with bad ones. */
class JvmFlagsIT {
  private static final String OPEN = "--add-opens=java.base/java.nio=ALL-UNNAMED";

  @TempDir Path warehouse;

  /** The JVM of the tests, and JDK 25 if it is there. */
  static Stream<Path> jvms() throws IOException {
    List<Path> homes = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
    String given = System.getenv("JAVA25_HOME");
    if (given != null) {
      homes.add(Path.of(given));
    }
    Path installed = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(installed)) {
      try (Stream<Path> found = Files.list(installed)) {
        found
            .filter(home -> home.getFileName().toString().startsWith("temurin-25"))
            .forEach(homes::add);
      }
    }
    return homes.stream().distinct();
  }

  private String run(Path home, String... flags) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(home.resolve("bin/java").toString());
    command.addAll(List.of(flags));
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            ServerProgram.class.getName(),
            warehouse.toString()));
    Path output = warehouse.resolve("output.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().remove("JDK_JAVA_OPTIONS");
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    Process process = builder.start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("jvms")
  void withoutTheFlagTheStartSaysWhichOneToAdd(Path home) throws Exception {
    assertThat(run(home))
        .contains("FAILED Cannot start: Arrow needs access to java.nio; start the JVM with " + OPEN)
        .doesNotContain("\tat ");
  }

  @ParameterizedTest
  @MethodSource("jvms")
  void withTheFlagRowsGoInAndOutWhateverIsOnTheClassPath(Path home) throws Exception {
    assertThat(run(home, OPEN)).contains("ROWS 10");
  }

  @ParameterizedTest
  @MethodSource("jvms")
  void withoutBoundsChecksTheStartIsRefused(Path home) throws Exception {
    assertThat(run(home, OPEN, "-Darrow.enable_unsafe_memory_access=true"))
        .contains("FAILED Cannot start: with -Darrow.enable_unsafe_memory_access=true")
        .doesNotContain("ROWS");
  }
}

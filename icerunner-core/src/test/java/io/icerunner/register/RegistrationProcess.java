package io.icerunner.register;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM that runs {@link RegistrationProgram}. */
record RegistrationProcess(Process process, Path log) {
  static RegistrationProcess start(Path lake, Path warehouse, String when) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xshare:auto",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            RegistrationProgram.class.getName(),
            lake.toString(),
            warehouse.toString(),
            when);
    Path log = Files.createTempFile(warehouse.getParent(), "run", ".txt");
    return new RegistrationProcess(
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start(),
        log);
  }

  boolean endsWithin(Duration time) throws InterruptedException {
    return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Waits for the end. */
  int exitCode() throws InterruptedException {
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ends in time").isTrue();
    return process.exitValue();
  }

  String output() throws IOException {
    return Files.readString(log);
  }
}

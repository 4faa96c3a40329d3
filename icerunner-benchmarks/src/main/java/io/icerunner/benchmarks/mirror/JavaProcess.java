package io.icerunner.benchmarks.mirror;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program of this module in a JVM of its own, which is spoken to in lines and ends when its input
 * does.
 */
final class JavaProcess implements AutoCloseable {
  private static final int END_SECONDS = 30;

  private final Process process;
  private final BufferedReader output;
  private final PrintWriter input;

  private JavaProcess(Process process) {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
    this.input = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
  }

  /** Starts with the class path of this JVM. */
  static JavaProcess start(Class<?> program, List<String> flags, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    command.addAll(List.of(arguments));
    return new JavaProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
  }

  void tell(String line) {
    input.println(line);
  }

  /** The next line, waiting for it. */
  String hear() throws IOException {
    String line = output.readLine();
    if (line == null) {
      throw new IOException("Process %s has ended".formatted(process.pid()));
    }
    return line;
  }

  /** Of all its threads, so far. */
  Duration cpu() {
    return process.info().totalCpuDuration().orElse(Duration.ZERO);
  }

  /** The most memory that it ever had resident, as Linux tells it. */
  long peakResidentBytes() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    for (String line : Files.readAllLines(status)) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
      }
    }
    throw new IOException("%s tells no peak".formatted(status));
  }

  @Override
  public void close() throws IOException {
    input.close();
    try {
      if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    output.close();
  }
}

package io.icerunner.benchmarks.mirror;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A server of a warehouse in a JVM of its own, as it is by default. */
final class ServerProcess implements AutoCloseable {
  private final JavaProcess process;
  private final String uri;

  private ServerProcess(JavaProcess process) throws IOException {
    this.process = process;
    this.uri = process.hear();
  }

  static ServerProcess start(Path warehouse) throws IOException {
    return new ServerProcess(
        JavaProcess.start(ServerProgram.class, List.of(), warehouse.toString()));
  }

  String uri() {
    return uri;
  }

  Duration cpu() {
    return process.cpu();
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}

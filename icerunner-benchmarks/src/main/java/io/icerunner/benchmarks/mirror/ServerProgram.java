package io.icerunner.benchmarks.mirror;

import io.icerunner.server.IceRunnerServer;
import java.io.IOException;
import java.nio.file.Path;

/** Serves the warehouse of a folder until its input ends; its first line is its address. */
public final class ServerProgram {
  private ServerProgram() {}

  public static void main(String[] arguments) throws IOException {
    try (IceRunnerServer server =
        IceRunnerServer.builder().warehouse(Path.of(arguments[0])).port(0).start()) {
      System.out.println("grpc://127.0.0.1:" + server.port());
      while (System.in.read() >= 0) {
        // Nothing that is said means anything.
      }
    }
  }
}

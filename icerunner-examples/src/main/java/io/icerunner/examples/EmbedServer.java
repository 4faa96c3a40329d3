package io.icerunner.examples;

import io.icerunner.server.IceRunnerServer;
import java.nio.file.Path;

/** Serves the Iceberg tables of a folder from inside this program. */
public final class EmbedServer {
  private EmbedServer() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    // embed:begin
    try (IceRunnerServer server =
        IceRunnerServer.builder()
            .warehouse(folder) // a folder; or .catalog("rest", Map.of("uri", "…"))
            .port(8816) // 0 takes any free port
            .start()) {
      System.out.println("Serving at " + server.uri()); // grpc://127.0.0.1:8816
      server.awaitTermination();
    }
    // embed:end
  }
}

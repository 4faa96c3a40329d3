package io.icerunner.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A running server, or a warehouse folder that is opened in this process. */
final class Target {
  @Mixin private ServerAddress address = new ServerAddress();

  @Option(
      names = {"-w", "--warehouse-path"},
      paramLabel = "DIR",
      description = "Open this warehouse folder in process instead of asking a server.")
  private @Nullable Path warehouse;

  ServerConnection connect() {
    if (warehouse == null) {
      return address.connect();
    }
    if (!Files.isDirectory(warehouse)) {
      throw new CommandFailure("Cannot open warehouse " + warehouse + ": no such folder");
    }
    return ServerConnection.toWarehouse(warehouse);
  }
}

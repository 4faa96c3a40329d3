package io.icerunner.cli;

import io.icerunner.server.IceRunnerServerBuilder;
import picocli.CommandLine.Option;

/** Where the server is: {@code --host} and {@code --port}. */
final class ServerAddress {
  @Option(
      names = "--host",
      defaultValue = IceRunnerServerBuilder.DEFAULT_HOST,
      description = "Host of the server. Default: ${DEFAULT-VALUE}.")
  private String host = IceRunnerServerBuilder.DEFAULT_HOST;

  @Option(
      names = {"-p", "--port"},
      defaultValue = "" + IceRunnerServerBuilder.DEFAULT_PORT,
      description = "Port of the server. Default: ${DEFAULT-VALUE}.")
  private int port = IceRunnerServerBuilder.DEFAULT_PORT;

  ServerConnection connect() {
    return ServerConnection.to(host, port);
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }
}

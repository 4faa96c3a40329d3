package io.icerunner.cli;

import io.icerunner.server.IceRunnerServer;
import picocli.CommandLine.Option;

/** Where the server is: {@code --host} and {@code --port}. */
final class ServerAddress {
  @Option(
      names = "--host",
      defaultValue = IceRunnerServer.DEFAULT_HOST,
      description = "Host of the server. Default: ${DEFAULT-VALUE}.")
  private String host = IceRunnerServer.DEFAULT_HOST;

  @Option(
      names = {"-p", "--port"},
      defaultValue = "" + IceRunnerServer.DEFAULT_PORT,
      description = "Port of the server. Default: ${DEFAULT-VALUE}.")
  private int port = IceRunnerServer.DEFAULT_PORT;

  Connection connect() {
    return Connection.to(host, port);
  }

  String host() {
    return host;
  }

  int port() {
    return port;
  }
}

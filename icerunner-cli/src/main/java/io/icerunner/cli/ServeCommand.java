package io.icerunner.cli;

import io.icerunner.server.IceRunnerServer;
import io.icerunner.server.IceRunnerServerBuilder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code icerunner serve}: a server over a warehouse folder, until it is stopped. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = "Serves the Iceberg tables of a warehouse folder.")
final class ServeCommand implements Callable<Integer> {
  static final String DEFAULT_WAREHOUSE = "warehouse";

  @Option(
      names = {"-w", "--warehouse-path"},
      paramLabel = "DIR",
      defaultValue = DEFAULT_WAREHOUSE,
      description = "The warehouse folder; made when missing. Default: ${DEFAULT-VALUE}.")
  private Path warehouse = Path.of(DEFAULT_WAREHOUSE);

  @Mixin private ServerAddress address = new ServerAddress();

  @Option(
      names = {"-n", "--table-name"},
      paramLabel = "NAME",
      defaultValue = TableName.DEFAULT,
      description = "Base name of the sample tables. Default: ${DEFAULT-VALUE}.")
  private String tableName = TableName.DEFAULT;

  @Option(
      names = "--samples",
      description =
          "If the warehouse is empty, make the sample tables NAME, NAME_events, NAME_sales and"
              + " NAME_iot.")
  private boolean samples;

  @Option(
      names = "--insecure",
      description = "Allow an address that other machines reach, without encryption or log-in.")
  private boolean insecure;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    IceRunnerServerBuilder builder =
        IceRunnerServer.builder().warehouse(warehouse).host(address.host()).port(address.port());
    if (insecure) {
      builder.insecure();
    }
    try (IceRunnerServer server = builder.start()) {
      Runtime.getRuntime().addShutdownHook(new Thread(server::close, "icerunner-stop"));
      if (samples) {
        try (ServerConnection connection = ServerConnection.to(reachableHost(), server.port())) {
          SampleTables.create(connection, tableName, err);
        }
      }
      announce(out, server.port());
      server.awaitTermination();
    }
    return 0;
  }

  private void announce(PrintWriter out, int port) {
    String at = reachableHost() + ":" + port;
    out.println("Serving " + warehouse.toAbsolutePath().normalize() + " at grpc://" + at);
    out.println("  JDBC     jdbc:arrow-flight-sql://" + at + "/?useEncryption=false");
    out.printf(
        "  pyarrow  pyarrow.flight.connect(\"grpc://%s\").do_get(pyarrow.flight.Ticket(b\"%s\")).read_all()%n",
        at, tableName);
    out.println("Stop with Ctrl-C.");
    out.flush();
  }

  private String reachableHost() {
    return address.host().equals("0.0.0.0") || address.host().equals("::")
        ? "127.0.0.1"
        : address.host();
  }
}

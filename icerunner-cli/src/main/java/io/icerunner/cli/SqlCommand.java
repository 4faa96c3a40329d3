package io.icerunner.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code icerunner sql "SELECT …"}: prints the result of one statement. */
@Command(
    name = "sql",
    mixinStandardHelpOptions = true,
    description = "Runs a SQL query on a server, or on a warehouse folder with -w.")
final class SqlCommand implements Callable<Integer> {
  @Parameters(paramLabel = "SQL", description = "One SELECT statement.")
  private String sql = "";

  @Mixin private Target target = new Target();
  @Mixin private OutputOption output = new OutputOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    try (ServerConnection connection = target.connect()) {
      FlightDescriptor command = FlightDescriptor.command(sql.getBytes(StandardCharsets.UTF_8));
      FlightInfo info = connection.client().getInfo(command);
      StreamPrinter printer = new StreamPrinter(output.printer(out));
      for (FlightEndpoint endpoint : info.getEndpoints()) {
        try (FlightStream stream = connection.client().getStream(endpoint.getTicket())) {
          printer.print(stream);
        }
      }
      printer.end();
    }
    return 0;
  }
}

package io.icerunner.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightInfo;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code icerunner list}: the tables with their rows and bytes, by the metadata alone. */
@Command(
    name = "list",
    mixinStandardHelpOptions = true,
    description = "Lists the tables of a server or a warehouse folder.")
final class ListCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..1",
      paramLabel = "PATTERN",
      description = "Only tables of this namespace, or whose name matches this pattern (* and ?).")
  private String pattern = "";

  @Mixin private Target target = new Target();
  @Mixin private OutputOption output = new OutputOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    RowPrinter rows = output.printer(out);
    try (ServerConnection connection = target.connect()) {
      rows.begin(List.of("table", "rows", "bytes", "columns"));
      Criteria criteria = new Criteria(pattern.getBytes(StandardCharsets.UTF_8));
      for (FlightInfo info : connection.client().listFlights(criteria)) {
        rows.row(
            Arrays.asList(
                String.join(".", info.getDescriptor().getPath()),
                known(info.getRecords()),
                known(info.getBytes()),
                info.getSchemaOptional().map(s -> (long) s.getFields().size()).orElse(null)));
      }
      rows.end();
    }
    return 0;
  }

  private static @Nullable Long known(long count) {
    return count < 0 ? null : count;
  }
}

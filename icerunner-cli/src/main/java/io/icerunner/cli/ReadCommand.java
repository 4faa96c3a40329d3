package io.icerunner.cli;

import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.apache.arrow.flight.FlightInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code icerunner read}: follows the number of rows of a table, without fetching any. */
@Command(
    name = "read",
    mixinStandardHelpOptions = true,
    description = "Shows how many rows a table has, again and again.")
final class ReadCommand implements Callable<Integer> {
  @Mixin private ServerAddress address = new ServerAddress();

  @Option(
      names = {"-n", "--table-name"},
      paramLabel = "NAME",
      defaultValue = TableName.DEFAULT,
      description = "The table. Default: ${DEFAULT-VALUE}.")
  private String tableName = TableName.DEFAULT;

  @Mixin private Repeat repeat = new Repeat();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws Exception {
    PrintWriter out = spec.commandLine().getOut();
    long[] last = {-1};
    try (ServerConnection connection = address.connect()) {
      repeat.run(
          round -> {
            FlightInfo info = connection.client().getInfo(TableName.descriptor(tableName));
            long rows = info.getRecords();
            String change = last[0] < 0 ? "" : String.format(" (%+,d)", rows - last[0]);
            last[0] = rows;
            out.printf(
                "%s  %s: %,d rows%s%n",
                Instant.now().truncatedTo(ChronoUnit.SECONDS), tableName, rows, change);
            out.flush();
          });
    }
    return 0;
  }
}

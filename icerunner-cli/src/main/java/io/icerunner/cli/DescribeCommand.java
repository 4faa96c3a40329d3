package io.icerunner.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.vector.types.pojo.Field;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code icerunner describe TABLE}: columns, and rows and bytes by the metadata. */
@Command(
    name = "describe",
    mixinStandardHelpOptions = true,
    description = "Shows the columns of a table.")
final class DescribeCommand implements Callable<Integer> {
  @Parameters(paramLabel = "TABLE", description = "TABLE or NAMESPACE.TABLE.")
  private String table = "";

  @Mixin private Target target = new Target();
  @Mixin private OutputOption output = new OutputOption();
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    try (ServerConnection connection = target.connect()) {
      FlightInfo info = connection.client().getInfo(TableName.descriptor(table));
      if (output.isTable()) {
        out.printf(
            "%s: %s rows, %s bytes%n",
            String.join(".", info.getDescriptor().getPath()),
            known(info.getRecords()),
            known(info.getBytes()));
      }
      RowPrinter rows = output.printer(out);
      rows.begin(List.of("column", "type", "nullable"));
      for (Field field : info.getSchemaOptional().orElseThrow().getFields()) {
        rows.row(Arrays.asList(field.getName(), type(field), field.isNullable()));
      }
      rows.end();
    }
    return 0;
  }

  private static String known(long count) {
    return count < 0 ? "unknown" : Long.toString(count);
  }

  private static String type(Field field) {
    String type = field.getType().toString();
    return field.getChildren().isEmpty()
        ? type
        : type
            + "<"
            + String.join(
                ", ", field.getChildren().stream().map(c -> c.getName() + ": " + type(c)).toList())
            + ">";
  }
}

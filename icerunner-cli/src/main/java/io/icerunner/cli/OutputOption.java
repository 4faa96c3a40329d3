package io.icerunner.cli;

import java.io.PrintWriter;
import picocli.CommandLine.Option;

/** The {@code --output} option. */
final class OutputOption {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "table, json (one object a line) or csv. Default: ${DEFAULT-VALUE}.")
  private OutputFormat format = OutputFormat.TABLE;

  RowPrinter printer(PrintWriter out) {
    return switch (format) {
      case TABLE -> new TablePrinter(out, TablePrinter.terminalWidth());
      case JSON -> new JsonPrinter(out);
      case CSV -> new CsvPrinter(out);
    };
  }

  boolean isTable() {
    return format == OutputFormat.TABLE;
  }
}
